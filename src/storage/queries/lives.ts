import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { LiveChange, LiveRecord, LiveState, LiveStore, Owner, QueueChange, QueueItem } from '../storage.ts';

type Db = Kysely<Tables>;

/** Rows a statement; few sizes, so that few statements are compiled. Ten columns each stay far below every engine's limit. */
const INSERT_SIZES = [256, 16, 1];

export function liveStore(db: Db, engine: 'sqlite' | 'postgres'): LiveStore {
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

    load: (id) => {
      const moment = db.transaction();
      return (engine === 'postgres' ? moment.setIsolationLevel('repeatable read') : moment).execute(
        async (transaction): Promise<LiveState | null> => {
          const record = await findRecord(transaction, id);
          return record && { record, items: await findItems(transaction, id) };
        },
      );
    },

    commit: (change) => db.transaction().execute((transaction) => commitLive(transaction, change)),

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

async function commitLive(transaction: Transaction<Tables>, { expectedSequence, next, queue }: LiveChange) {
  const { numUpdatedRows } = await transaction
    .updateTable('lives')
    .set({
      name: next.name,
      status: next.status,
      mode: next.mode,
      paused: Number(next.paused),
      showing: Number(next.showing),
      sequence: next.sequence,
      reference: next.reference,
      translations: JSON.stringify(next.translations),
      viewer_settings: JSON.stringify(next.viewerSettings),
      focus_item_id: next.focusItemId,
    })
    .where('id', '=', next.id)
    .where('sequence', '=', expectedSequence)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return (await findRecord(transaction, next.id)) ? 'stale' : 'missing';
  for (const change of queue) await applyQueueChange(transaction, next.id, change);
  return 'committed';
}

async function applyQueueChange(transaction: Transaction<Tables>, liveId: string, change: QueueChange): Promise<void> {
  switch (change.type) {
    case 'append':
      for (const items of chunks(change.items)) {
        await transaction
          .insertInto('queue_items')
          .values(items.map((item) => toItemRow(liveId, item)))
          .execute();
      }
      return;
    case 'remove':
      for (const { rank, id } of change.items) {
        await transaction
          .deleteFrom('queue_items')
          .where('live_id', '=', liveId)
          .where('rank', '=', rank)
          .where('id', '=', id)
          .execute();
      }
      return;
    case 'clear':
      await transaction.deleteFrom('queue_items').where('live_id', '=', liveId).execute();
      return;
    case 'rank':
      for (const { item, rank } of change.items) {
        await transaction
          .updateTable('queue_items')
          .set({ rank })
          .where('live_id', '=', liveId)
          .where('rank', '=', item.rank)
          .where('id', '=', item.id)
          .execute();
      }
      return;
  }
}

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
async function lockOwner(transaction: Transaction<Tables>, owner: Owner, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  const table = owner.kind === 'account' ? 'accounts' : 'organizations';
  await transaction.selectFrom(table).select('id').where('id', '=', owner.id).forUpdate().execute();
}

function toRow(record: LiveRecord): Tables['lives'] {
  return {
    id: record.id,
    owner_kind: record.owner.kind,
    owner_id: record.owner.id,
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
    created_at: record.createdAt,
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
