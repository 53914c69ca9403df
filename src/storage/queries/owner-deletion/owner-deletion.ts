import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, OwnerDeletionStore } from '../../storage.ts';
import { toSnapshot } from '../presentations/decks.ts';
import { toImage } from '../presentations/images.ts';
import { beginDeletion } from './begin-deletion.ts';
import { deleteBatch, finishDeletion } from './finish-deletion.ts';
import { listPendingDeletions } from './pending-deletions.ts';

export function ownerDeletionStore(db: Kysely<Tables>, engine: Engine): OwnerDeletionStore {
  return {
    begin: (owner, by) => db.transaction().execute((transaction) => beginDeletion(transaction, engine, owner, by)),
    listUnfinished: () => listPendingDeletions(db),
    deleteBatch: (owner) => deleteBatch(db, owner),
    finish: (owner, audit) =>
      db.transaction().execute((transaction) => finishDeletion(transaction, engine, owner, audit)),

    async findPerson(accountId) {
      const user = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.disabled'])
        .where('accounts.id', '=', accountId)
        .executeTakeFirst();
      if (!user) return null;
      const memberships = await db
        .selectFrom('members')
        .innerJoin('organizations', 'organizations.id', 'members.organization_id')
        .select(['organizations.id as organization_id', 'organizations.name', 'members.role'])
        .where('members.user_id', '=', user.id)
        .orderBy('organizations.id')
        .execute();
      return { user: { ...user, disabled: user.disabled === 1 }, memberships };
    },

    async nextSnapshot(organizationId, id) {
      const row = await db
        .selectFrom('snapshots')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .$if(id !== null, (query) => query.where('id', '>', id!))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ? toSnapshot(row) : null;
    },

    async nextImage(organizationId, digest) {
      const row = await db
        .selectFrom('images')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .$if(digest !== null, (query) => query.where('digest', '>', digest!))
        .orderBy('digest')
        .limit(1)
        .executeTakeFirst();
      return row ? { image: toImage(row), content: row.content } : null;
    },
  };
}
