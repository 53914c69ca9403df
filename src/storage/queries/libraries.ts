import { type Kysely, sql, type Transaction } from 'kysely';
import { STARTER_SLUG } from '../../contract/schemas/translation.ts';
import type { Tables } from '../schema.ts';
import type { Engine, LibraryStore, Owner } from '../storage.ts';
import { recordAudit } from './audit.ts';
import { batched } from './batched.ts';
import { lookUp } from './look-up.ts';

/** Every new library begins with the starter edition, where that is installed. [D29] */
export async function beginLibrary(transaction: Transaction<Tables>, owner: Owner, at: string): Promise<void> {
  await transaction
    .insertInto('libraries')
    .columns(['owner_kind', 'owner_id', 'slug', 'enabled_at'])
    .expression((build) =>
      build
        .selectFrom('editions')
        .select([
          sql<string>`cast(${owner.kind} AS text)`.as('owner_kind'),
          sql<string>`cast(${owner.id} AS text)`.as('owner_id'),
          'editions.slug',
          sql<string>`cast(${at} AS text)`.as('enabled_at'),
        ])
        .where('editions.slug', '=', STARTER_SLUG)
        .where('editions.revision_id', 'is not', null),
    )
    .execute();
}

export function libraryStore(db: Kysely<Tables>, engine: Engine): LibraryStore {
  const readLibraries = lookUp(db, engine, 'libraries', (among) =>
    db.selectFrom('libraries').select(['owner_kind', 'owner_id', 'slug']).where(among('owner_id')),
  );
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
      const rows = await readLibraries(owners.map(({ id }) => id));
      return owners.map(({ kind, id }) => {
        const own = rows.filter((row) => row.owner_kind === kind && row.owner_id === id);
        return new Set(own.map((row) => row.slug));
      });
    }),

    async holders(slug, limit) {
      const rows = await db
        .selectFrom('libraries')
        .select(['owner_kind', 'owner_id'])
        .where('slug', '=', slug)
        .orderBy('owner_kind')
        .orderBy('owner_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ kind: row.owner_kind as Owner['kind'], id: row.owner_id }));
    },
  };
}
