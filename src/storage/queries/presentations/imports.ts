import { hash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { IMPORT_RESULTS, type ImportResult } from '../../../contract/schemas/imports.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, ImportCounts, ImportRecord, ImportStore, KeptDeck } from '../../storage.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { recordAudit } from '../shared/audit.ts';
import { chunk } from '../shared/chunk.ts';
import { countRows } from '../shared/count-rows.ts';
import { findIdempotencyRecord, insertIdempotencyRecord } from '../shared/idempotency-records.ts';
import { toDeckWords } from './deck-words.ts';
import { toDeckRow } from './decks.ts';

type Db = Kysely<Tables>;

/** Rows of one statement. */
const ROWS_MAX = 200;

const toDigest = (words: string): string => hash('sha256', words, 'base64url');

export function importStore(db: Db, engine: Engine): ImportStore {
  const lock = (transaction: Transaction<Tables>, id: string) =>
    lockOwner(transaction, { kind: 'organization', id }, engine);
  return {
    create: (record, keptMax, { audit, idempotencyRecord }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, record.organizationId))) return 'missing';
        if (idempotencyRecord && (await findIdempotencyRecord(transaction, idempotencyRecord))) return 'repeated';
        await transaction.insertInto('imports').values(toRow(record)).execute();
        const outdated = await transaction
          .selectFrom('imports')
          .select('id')
          .where('organization_id', '=', record.organizationId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(ROWS_MAX)
          .offset(keptMax)
          .execute();
        if (outdated.length > 0) {
          await transaction.deleteFrom('imports').where('id', 'in', idsOf(outdated)).execute();
        }
        if (idempotencyRecord) await insertIdempotencyRecord(transaction, idempotencyRecord);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    async find(organizationId, id) {
      const row = await db
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      return row ? toImport(row) : null;
    },

    async list(organizationId, { limit, after }) {
      const rows = await db
        .selectFrom('imports')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(where.refTuple('created_at', 'id'), '<', where.tuple(after!.createdAt, after!.id)),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toImport);
    },

    async countResults(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('import_items')
        .select(['import_id', 'result'])
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('import_id', 'in', ids)
        .groupBy(['import_id', 'result'])
        .execute();
      const byId = Map.groupBy(rows, ({ import_id: id }) => id);
      const countsOf = (id: string) => {
        const counts = IMPORT_RESULTS.map((result) => [
          result,
          byId.get(id)?.find((row) => row.result === result)?.count ?? 0,
        ]);
        return Object.fromEntries(counts) as ImportCounts;
      };
      return new Map(ids.map((id) => [id, countsOf(id)]));
    },

    async listItems(id) {
      const rows = await db
        .selectFrom('import_items')
        .select(['result', 'deck_id as deckId', 'plan_id as planId', 'content'])
        .where('import_id', '=', id)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({ ...row, result: row.result as ImportResult }));
    },

    toDigest: async (deck) => toDigest(toDeckWords(deck)),

    async listDigests(organizationId, after, limit) {
      const rows = await db
        .selectFrom('decks')
        .select(['id', 'title', 'words'])
        .where('organization_id', '=', organizationId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, title, words }) => ({ id, title, digest: toDigest(words) }));
    },

    addItems: ({ id, organizationId, runner, progress, touchedAt }, { first, items, decks, quota }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, organizationId))) return 'gone';
        if (decks.length > 0) {
          const room = Math.max(0, quota - (await countRows(transaction, 'decks', organizationId)));
          if (room < decks.length) return { room };
        }
        const { numUpdatedRows } = await transaction
          .updateTable('imports')
          .set({ progress, touched_at: touchedAt })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .where('runner', '=', runner)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return 'gone';
        for (const deck of decks) await transaction.insertInto('decks').values(toDeckRow(deck)).execute();
        const rows = items.map(({ result, deckId, planId, content }, index) => ({
          import_id: id,
          position: first + index,
          result,
          deck_id: deckId,
          plan_id: planId,
          content,
        }));
        if (rows.length > 0) await transaction.insertInto('import_items').values(rows).execute();
        return 'added';
      }),

    update: (id, runner, change, audit) =>
      db.transaction().execute(async (transaction) => {
        const { touchedAt, ...columns } = change;
        const { numUpdatedRows } = await transaction
          .updateTable('imports')
          .set({ ...columns, ...(touchedAt !== undefined && { touched_at: touchedAt }) })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .where('runner', '=', runner)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await recordAudit(transaction, audit);
        return true;
      }),

    undo: ({ id, organizationId }, toAudit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, organizationId))) return null;
        const { numUpdatedRows } = await transaction
          .updateTable('imports')
          .set({ state: 'undone', runner: null })
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return null;
        const keptPlans = await deletePlans(transaction, id);
        const { deleted, kept } = await deleteDecks(transaction, id, organizationId);
        await recordAudit(transaction, toAudit(deleted, kept.length));
        return { deleted, kept, keptPlans };
      }),
  };
}

/** Deletes the plans of an import that nobody has changed and no Live has. Returns the number of the others. */
async function deletePlans(transaction: Transaction<Tables>, importId: string): Promise<number> {
  const plans = await transaction
    .selectFrom('import_items')
    .innerJoin('plans', 'plans.id', 'import_items.plan_id')
    .select('plans.id')
    .where('import_id', '=', importId)
    .where('result', '=', 'created')
    .execute();
  if (plans.length === 0) return 0;
  const { numDeletedRows } = await transaction
    .deleteFrom('plans')
    .where('id', 'in', idsOf(plans))
    .where('revision', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lives').select('lives.id').whereRef('lives.plan_id', '=', 'plans.id'))),
    )
    .executeTakeFirstOrThrow();
  return plans.length - Number(numDeletedRows);
}

async function deleteDecks(transaction: Transaction<Tables>, importId: string, organizationId: string) {
  const decks = await transaction
    .selectFrom('import_items')
    .innerJoin('decks', 'decks.id', 'import_items.deck_id')
    .select(['decks.id', 'decks.title', 'decks.revision', 'decks.published'])
    .where('import_id', '=', importId)
    .where('result', '=', 'created')
    .orderBy('position')
    .execute();
  const planned = await findPlanned(transaction, organizationId);
  const kept = decks.flatMap(({ id: deckId, title, revision, published }): KeptDeck[] => {
    const reason = published > 0 ? 'published' : revision > 1 ? 'changed' : planned.has(deckId) ? 'in_plan' : null;
    return reason === null ? [] : [{ deckId, title, reason }];
  });
  const keptIds = new Set(kept.map(({ deckId }) => deckId));
  const deleted = decks.filter(({ id }) => !keptIds.has(id));
  for (const some of chunk(idsOf(deleted), ROWS_MAX)) {
    await transaction.deleteFrom('decks').where('id', 'in', some).execute();
  }
  return { deleted: deleted.length, kept };
}

/** Returns the ids of the decks that the plans of an organization have. */
async function findPlanned(transaction: Transaction<Tables>, organizationId: string): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('plans')
    .select('entries')
    .where('owner_kind', '=', 'organization')
    .where('owner_id', '=', organizationId)
    .execute();
  const entries = rows.flatMap((row): { deck_id?: string }[] => JSON.parse(row.entries));
  return new Set(entries.flatMap(({ deck_id: deckId }) => deckId ?? []));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

const toRow = (record: ImportRecord): Tables['imports'] => ({
  id: record.id,
  organization_id: record.organizationId,
  file_name: record.fileName,
  state: record.state,
  progress: record.progress,
  runner: record.runner,
  failure: record.failure,
  omitted: record.omitted,
  created_at: record.createdAt,
  touched_at: record.touchedAt,
});

const toImport = (row: Selectable<Tables['imports']>): ImportRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  fileName: row.file_name,
  state: row.state as ImportRecord['state'],
  progress: row.progress,
  runner: row.runner,
  failure: row.failure,
  omitted: row.omitted,
  createdAt: row.created_at,
  touchedAt: row.touched_at,
});
