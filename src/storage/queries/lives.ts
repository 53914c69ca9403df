import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Engine, LiveRecord, LiveState, LiveStore, Owner, QueueItem } from '../storage.ts';
import { batched } from './batched.ts';
import { type CommitGroup, commitGroups } from './commit-groups.ts';
import { toRecord, toRow } from './live-rows.ts';
import { readMoment } from './read-moment.ts';

type Db = Kysely<Tables>;

/** Notes a commit for the other nodes, within its transaction. */
export type Announce = (transaction: Transaction<Tables>, deletedLiveId: string) => Promise<void>;

export function liveStore(db: Db, engine: Engine, commitGroup: CommitGroup, announceDeletion: Announce): LiveStore {
  const find = batched((ids: readonly string[]) => findRecords(db, ids));
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

    find,

    load: (id) =>
      readMoment(db, engine, async (transaction): Promise<LiveState | null> => {
        const record = await findRecord(transaction, id);
        return record && { record, items: await findItems(transaction, id) };
      }),

    commit: commitGroups(commitGroup),

    sequences: async (ids) => {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('lives').select(['id', 'sequence']).where('id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, row.sequence]));
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
        await announceDeletion(transaction, id);
        return 'deleted';
      }),
  };
}

async function findRecords(db: Db, ids: readonly string[]): Promise<(LiveRecord | null)[]> {
  const rows = await db.selectFrom('lives').selectAll().where('id', 'in', ids).execute();
  const records = new Map(rows.map((row) => [row.id, toRecord(row)]));
  return ids.map((id) => records.get(id) ?? null);
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
