import type { Kysely, Transaction } from 'kysely';
import { STARTER_SLUG } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, LibraryStore, Owner } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { byKeys } from '../shared/by-keys.ts';
import { coalesce } from '../shared/coalesce.ts';
import { lockRows } from '../shared/engine-sql.ts';

/** Organizations that `countUse` names. */
const NAMED_ORGANIZATIONS_MAX = 5;

/**
 * Returns false if no text of the edition is installed. Locks the edition until the transaction ends, so that a
 * concurrent removal waits.
 */
async function addToLibrary(
  transaction: Transaction<Tables>,
  owner: Owner,
  slug: string,
  at: string,
  engine: Engine,
): Promise<boolean> {
  const edition = await transaction
    .selectFrom('editions')
    .select('slug')
    .where('slug', '=', slug)
    .where('revision_id', 'is not', null)
    .modifyEnd(lockRows(engine, 'FOR KEY SHARE'))
    .executeTakeFirst();
  if (!edition) return false;
  await transaction
    .insertInto('libraries')
    .values({ owner_kind: owner.kind, owner_id: owner.id, slug, enabled_at: at, phones: null })
    .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id', 'slug']).doNothing())
    .execute();
  return true;
}

/** Adds the starter edition, if it is installed, to a new library. [D29] */
export async function addStarterEdition(
  transaction: Transaction<Tables>,
  owner: Owner,
  at: string,
  engine: Engine,
): Promise<void> {
  await addToLibrary(transaction, owner, STARTER_SLUG, at, engine);
}

export function libraryStore(db: Kysely<Tables>, engine: Engine): LibraryStore {
  const readLibraries = byKeys(db, engine, 'libraries', (among) =>
    db
      .selectFrom('libraries')
      .select(['owner_kind', 'owner_id', 'slug'])
      // The primary key begins with this column. Without it SQLite would scan all libraries.
      .where('owner_kind', 'in', ['account', 'organization'])
      .where(among('owner_id')),
  );
  return {
    enable: (owner, slug, audit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await addToLibrary(transaction, owner, slug, new Date().toISOString(), engine))) return false;
        await recordAudit(transaction, audit);
        return true;
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

    listEnabled: coalesce(async (owners) => {
      const rows = await readLibraries(owners.map(({ id }) => id));
      return owners.map(({ kind, id }) => {
        const own = rows.filter((row) => row.owner_kind === kind && row.owner_id === id);
        return new Set(own.map((row) => row.slug));
      });
    }),

    async listPhoneChoices(owner) {
      const rows = await db
        .selectFrom('libraries')
        .select(['slug', 'phones'])
        .where('owner_kind', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .where('phones', 'is not', null)
        .execute();
      return new Map(rows.map(({ slug, phones }) => [slug, phones === 1]));
    },

    setPhones: (owner, slug, phones, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('libraries')
          .set({ phones: phones === null ? null : Number(phones) })
          .where('owner_kind', '=', owner.kind)
          .where('owner_id', '=', owner.id)
          .where('slug', '=', slug)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await recordAudit(transaction, audit);
        return true;
      }),

    async listHolders(slug, limit) {
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

    async countUse(slug) {
      const holders = db.selectFrom('libraries').where('slug', '=', slug);
      const accounts = await holders
        .where('owner_kind', '=', 'account')
        .select((count) => count.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      const organizations = await db
        .selectFrom('libraries')
        .innerJoin('organizations', 'organizations.id', 'libraries.owner_id')
        .select('organizations.name')
        .where('slug', '=', slug)
        .where('owner_kind', '=', 'organization')
        .orderBy('organizations.name')
        .limit(NAMED_ORGANIZATIONS_MAX)
        .execute();
      const all = await holders.select((count) => count.fn.countAll().as('count')).executeTakeFirstOrThrow();
      const lives = await db
        .selectFrom('lives')
        .select((count) => count.fn.countAll().as('count'))
        .where('translations', 'like', `%"${slug}"%`)
        .executeTakeFirstOrThrow();
      return {
        organizations: Number(all.count) - Number(accounts.count),
        named: organizations.map(({ name }) => name),
        accounts: Number(accounts.count),
        lives: Number(lives.count),
      };
    },

    async listConfigured({ kind, id }) {
      const rows = await db
        .selectFrom('lives')
        .select(['id', 'name', 'translations'])
        .where('owner_kind', '=', kind)
        .where('owner_id', '=', id)
        .where('translations', '<>', '[]')
        .orderBy('name')
        .execute();
      return rows.map((row) => ({ ...row, translations: JSON.parse(row.translations) }));
    },
  };
}
