import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { LibraryStore } from '../storage.ts';
import { batched } from './batched.ts';

export function libraryStore(db: Kysely<Tables>): LibraryStore {
  return {
    async enable(owner, slug) {
      await db
        .insertInto('libraries')
        .values({ owner_kind: owner.kind, owner_id: owner.id, slug, enabled_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id', 'slug']).doNothing())
        .execute();
    },

    async disable(owner, slug) {
      const { numDeletedRows } = await db
        .deleteFrom('libraries')
        .where('owner_kind', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .where('slug', '=', slug)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

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
