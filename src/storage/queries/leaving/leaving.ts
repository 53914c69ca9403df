import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, LeavingStore } from '../../storage.ts';
import { toSnapshot } from '../presentations/decks.ts';
import { toImage } from '../presentations/images.ts';
import { beginLeaving } from './begin-leaving.ts';
import { listBegun } from './begun-leaving.ts';
import { finishLeaving, removeSome } from './finish-leaving.ts';

export function leavingStore(db: Kysely<Tables>, engine: Engine): LeavingStore {
  return {
    begin: (owner, by) => db.transaction().execute((transaction) => beginLeaving(transaction, engine, owner, by)),
    unfinished: () => listBegun(db),
    removeSome: (owner) => removeSome(db, owner),
    finish: (owner, audit) =>
      db.transaction().execute((transaction) => finishLeaving(transaction, engine, owner, audit)),

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

    async snapshotAfter(organizationId, id) {
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

    async imageAfter(organizationId, digest) {
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
