import type { CompiledQuery, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type {
  Engine,
  LiveChange,
  LiveRecord,
  LiveState,
  LiveStore,
  Owner,
  QueueChange,
  QueueItem,
} from '../storage.ts';
import { readMoment } from './read-moment.ts';

type Db = Kysely<Tables>;

/** Rows a statement; few sizes, so that few statements are compiled. Ten columns each stay far below every engine's limit. */
const INSERT_SIZES = [256, 16, 1];

/** Runs compiled statements as one transaction; false, and nothing changed, unless the first changes exactly one row. */
export type Transact = (queries: readonly CompiledQuery[]) => Promise<boolean>;

export function liveStore(db: Db, engine: Engine, transact: Transact): LiveStore {
  const statements = liveStatements(db);
  return {
    create: (record, quota) =>
      db.transaction().execute(async (transaction) => {
        await lockOwner(transaction, record.owner, engine);
        const { count } = await transaction
          .selectFrom('lives')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('owner_kind', '=', record.owner.kind)
          .where('owner_id', '=', record.owner.id)
          .executeTakeFirstOrThrow();
        if (count >= quota) return 'quota_exceeded';
        await transaction.insertInto('lives').values(toRow(record)).execute();
        return 'created';
      }),

    async list(owner, { limit, after }) {
      const rows = await db
        .selectFrom('lives')
        .select(['id', 'name', 'created_at'])
        .where('owner_kind', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(where.refTuple('created_at', 'id'), '>', where.tuple(after!.createdAt, after!.id)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at }));
    },

    find: (id) => findRecord(db, id),

    load: (id) =>
      readMoment(db, engine, async (transaction): Promise<LiveState | null> => {
        const record = await findRecord(transaction, id);
        return record && { record, items: await findItems(transaction, id) };
      }),

    async commit(change) {
      if (await transact(statements.commit(change))) return 'committed';
      return (await findRecord(db, change.next.id)) ? 'stale' : 'missing';
    },

    delete: (id, expectedSequence) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('lives')
          .where('id', '=', id)
          .where('sequence', '=', expectedSequence)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return (await findRecord(transaction, id)) ? 'stale' : 'missing';
        await transaction.deleteFrom('queue_items').where('live_id', '=', id).execute();
        return 'deleted';
      }),
  };
}

/** The statements of a commit. Their text is compiled once; a commit only brings its parameters. */
function liveStatements(db: Db) {
  const update = db
    .updateTable('lives')
    .set(toChangedColumns(SAMPLE_RECORD))
    .where('id', '=', '')
    .where('sequence', '=', 0)
    .compile();
  const remove = db
    .deleteFrom('queue_items')
    .where('live_id', '=', '')
    .where('rank', '=', 0)
    .where('id', '=', '')
    .compile();
  const clear = db.deleteFrom('queue_items').where('live_id', '=', '').compile();
  const rank = db
    .updateTable('queue_items')
    .set({ rank: 0 })
    .where('live_id', '=', '')
    .where('rank', '=', 0)
    .where('id', '=', '')
    .compile();
  const inserts = new Map(
    INSERT_SIZES.map((size) => {
      const rows = Array.from({ length: size }, () => toItemRow('', SAMPLE_ITEM));
      return [size, db.insertInto('queue_items').values(rows).compile()];
    }),
  );
  const queueStatements = (liveId: string, change: QueueChange): CompiledQuery[] => {
    switch (change.type) {
      case 'append':
        return [...chunks(change.items)].map((items) =>
          withParameters(
            inserts.get(items.length)!,
            items.flatMap((item) => Object.values(toItemRow(liveId, item))),
          ),
        );
      case 'remove':
        return change.items.map((item) => withParameters(remove, [liveId, item.rank, item.id]));
      case 'clear':
        return [withParameters(clear, [liveId])];
      case 'rank':
        return change.items.map(({ item, rank: next }) => withParameters(rank, [next, liveId, item.rank, item.id]));
    }
  };
  return {
    commit: ({ expectedSequence, next, queue }: LiveChange): CompiledQuery[] => [
      withParameters(update, [...Object.values(toChangedColumns(next)), next.id, expectedSequence]),
      ...queue.flatMap((change) => queueStatements(next.id, change)),
    ],
  };
}

/** Parameters stand in the order in which the query was built. */
const withParameters = (query: CompiledQuery, parameters: readonly unknown[]): CompiledQuery => ({
  ...query,
  parameters,
});

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  let start = 0;
  for (const size of INSERT_SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

async function findRecord(db: Db, id: string): Promise<LiveRecord | null> {
  const row = await db.selectFrom('lives').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRecord(row) : null;
}

async function findItems(db: Db, liveId: string): Promise<QueueItem[]> {
  const rows = await db
    .selectFrom('queue_items')
    .selectAll()
    .where('live_id', '=', liveId)
    .orderBy('rank')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rank: row.rank,
    bookId: row.book_id,
    book: row.book,
    chapter: row.chapter,
    verse: row.verse,
    text: row.text,
    translation: row.translation,
    revisionId: row.revision_id,
  }));
}

/** On PostgreSQL parallel transactions of one owner queue up here; on SQLite there are none. */
async function lockOwner(transaction: Transaction<Tables>, owner: Owner, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const table = owner.kind === 'account' ? 'accounts' : 'organizations';
  await transaction.selectFrom(table).select('id').where('id', '=', owner.id).forUpdate().execute();
}

function toRow(record: LiveRecord): Tables['lives'] {
  return {
    id: record.id,
    owner_kind: record.owner.kind,
    owner_id: record.owner.id,
    created_at: record.createdAt,
    ...toChangedColumns(record),
  };
}

/** What a commit can change. */
function toChangedColumns(record: LiveRecord) {
  return {
    name: record.name,
    status: record.status,
    mode: record.mode,
    paused: Number(record.paused),
    showing: Number(record.showing),
    sequence: record.sequence,
    reference: record.reference,
    translations: JSON.stringify(record.translations),
    viewer_settings: JSON.stringify(record.viewerSettings),
    focus_item_id: record.focusItemId,
  };
}

function toRecord(row: Selectable<Tables['lives']>): LiveRecord {
  return {
    id: row.id,
    owner: { kind: row.owner_kind as Owner['kind'], id: row.owner_id },
    name: row.name,
    status: row.status as LiveRecord['status'],
    mode: row.mode as LiveRecord['mode'],
    paused: row.paused === 1,
    showing: row.showing === 1,
    sequence: row.sequence,
    reference: row.reference,
    translations: JSON.parse(row.translations),
    viewerSettings: JSON.parse(row.viewer_settings),
    focusItemId: row.focus_item_id,
    createdAt: row.created_at,
  };
}

function toItemRow(liveId: string, item: QueueItem): Tables['queue_items'] {
  return {
    live_id: liveId,
    id: item.id,
    rank: item.rank,
    book_id: item.bookId,
    book: item.book,
    chapter: item.chapter,
    verse: item.verse,
    text: item.text,
    translation: item.translation,
    revision_id: item.revisionId,
  };
}

/** What statements are compiled from. Every value is one that becomes a parameter. */
const SAMPLE_RECORD: LiveRecord = {
  id: '',
  owner: { kind: 'account', id: '' },
  name: '',
  status: 'running',
  mode: 'reader',
  paused: false,
  showing: false,
  sequence: 0,
  reference: '',
  translations: [],
  viewerSettings: { theme: 'dark', scale: 0, presentation: false },
  focusItemId: '',
  createdAt: '',
};
const SAMPLE_ITEM: QueueItem = {
  id: '',
  rank: 0,
  bookId: 0,
  book: '',
  chapter: 0,
  verse: 0,
  text: '',
  translation: '',
  revisionId: '',
};
