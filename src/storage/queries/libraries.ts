import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { LibraryStore } from '../storage.ts';
import { recordAudit } from './audit.ts';
import { batched } from './batched.ts';

export function libraryStore(db: Kysely<Tables>): LibraryStore {
  return {
    enable: (owner, slug, audit) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('libraries')
          .values({ owner_kind: owner.kind, owner_id: owner.id, slug, enabled_at: new Date().toISOString() })
          .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id', 'slug']).doNothing())
          .execute();
        await recordAudit(transaction, audit);
      }),

    disable: (owner, slug, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('libraries')
          .where('owner_kind', '=', owner.kind)
          .where('owner_id', '=', owner.id)
          .where('slug', '=', slug)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await recordAudit(transaction, audit);
        return true;
      }),

    enabled: batched(async (owners) => {
      const ids = owners.map(({ id }) => id);
      const rows = await db.selectFrom('libraries').selectAll().where('owner_id', 'in', ids).execute();
      return owners.map(({ kind, id }) => {
        const own = rows.filter((row) => row.owner_kind === kind && row.owner_id === id);
        return new Set(own.map((row) => row.slug));
      });
    }),
  };
}
