import { type Kysely, sql, type Transaction } from 'kysely';
import { BACKSTAGE_COLUMNS } from '../../live-columns.ts';
import { toBackstageNotification, toDeletionNotification } from '../../notifications.ts';
import type { Tables } from '../../schema.ts';
import type { AuditRecord, Engine, LiveState, LiveStore, LiveVersion, QueueItem } from '../../storage.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { findProfile } from '../owners/owners.ts';
import { toAuditRow } from '../shared/audit.ts';
import { byKeys } from '../shared/by-keys.ts';
import { coalesce } from '../shared/coalesce.ts';
import { lockRows, lockTables } from '../shared/engine-sql.ts';
import { findIdempotencyRecord, insertIdempotencyRecord } from '../shared/idempotency-records.ts';
import { inReadTransaction } from '../shared/in-read-transaction.ts';
import { type CommitGroup, groupCommits } from './commit-groups.ts';
import { historyStore } from './history.ts';
import { toBackstage, toLiveRecord, toLiveRow, toQueueItem } from './live-rows.ts';
import { buildUsageInsert, toUsageRow } from './usage.ts';

type Db = Kysely<Tables>;

/** Sends a notification to all nodes in the transaction of the change. */
export type SendNotification = (transaction: Transaction<Tables>, notification: string) => Promise<void>;

export function liveStore(
  db: Db,
  engine: Engine,
  commitGroup: CommitGroup,
  sendNotification: SendNotification,
): LiveStore {
  const readVersions = byKeys(db, engine, 'versions', (among) =>
    db
      .selectFrom('lives')
      .leftJoin('owner_profiles', (join) =>
        join
          .onRef('owner_profiles.owner_id', '=', 'lives.owner_id')
          .onRef('owner_profiles.owner_kind', '=', 'lives.owner_kind'),
      )
      .select(['lives.id', 'lives.sequence', 'lives.aside_version', 'owner_profiles.version'])
      .where(among('lives.id')),
  );
  const findVersions = async (ids: readonly string[]): Promise<Map<string, LiveVersion>> => {
    const rows = ids.length > 0 ? await readVersions(ids) : [];
    return new Map(
      rows.map(({ id, sequence, aside_version, version }) => [
        id,
        { sequence, profileVersion: version ?? 0, backstageVersion: aside_version },
      ]),
    );
  };
  const findVersion = coalesce(async (ids: readonly string[]) => {
    const versions = await findVersions(ids);
    return ids.map((id) => versions.get(id) ?? null);
  });
  return {
    create: (record, quota, audit, idempotencyRecord) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOwner(transaction, record.owner, engine))) return 'missing';
        if (idempotencyRecord && (await findIdempotencyRecord(transaction, idempotencyRecord))) return 'repeated';
        const { count } = await transaction
          .selectFrom('lives')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('owner_kind', '=', record.owner.kind)
          .where('owner_id', '=', record.owner.id)
          .executeTakeFirstOrThrow();
        if (count >= quota) return 'quota_exceeded';
        await transaction.insertInto('lives').values(toLiveRow(record)).execute();
        await addAudit(transaction, audit);
        if (idempotencyRecord) await insertIdempotencyRecord(transaction, idempotencyRecord);
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

    findVersion,

    load: (id) =>
      inReadTransaction(db, engine, async (transaction): Promise<LiveState | null> => {
        const row = await findRow(transaction, id);
        if (!row) return null;
        const record = toLiveRecord(row);
        return {
          record,
          items: await findItems(transaction, id),
          profile: await findProfile(transaction, record.owner),
          backstage: toBackstage(row),
        };
      }),

    commit: groupCommits(commitGroup),

    setStage: (id, toStage, audit) =>
      db.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('lives')
          .select(['aside_version', 'stage'])
          .where('id', '=', id)
          .modifyEnd(lockRows(engine, 'FOR UPDATE'))
          .executeTakeFirst();
        if (!before) return null;
        const stage = toStage(toBackstage(before).stage);
        const row = await transaction
          .updateTable('lives')
          .set({ stage: BACKSTAGE_COLUMNS.stage.encode(stage), aside_version: sql`aside_version + 1` })
          .where('id', '=', id)
          .returning(['aside_version', 'stage'])
          .executeTakeFirstOrThrow();
        await addAudit(transaction, audit);
        await sendNotification(transaction, toBackstageNotification(id));
        return toBackstage(row);
      }),

    versions: findVersions,

    async findUndoStep(id, slot, sequence) {
      const row = await db
        .selectFrom('journal')
        .innerJoin('lives', 'lives.id', 'journal.live_id')
        .select('journal.undo')
        .where('lives.id', '=', id)
        .where('lives.sequence', '=', sequence)
        .where('journal.slot', '=', slot)
        .executeTakeFirst();
      return row?.undo ? JSON.parse(row.undo) : null;
    },

    ...historyStore(db),

    delete: (id, expectedSequence, audit, counted = []) =>
      db.transaction().execute(async (transaction) => {
        const deleted = await transaction
          .deleteFrom('lives')
          .where('id', '=', id)
          .where('sequence', '=', expectedSequence)
          .returning('owner_id')
          .executeTakeFirst();
        if (!deleted) return (await findRow(transaction, id)) ? 'stale' : 'missing';
        await transaction.deleteFrom('queue_items').where('live_id', '=', id).execute();
        for (const holders of ['outputs', 'remote_links'] as const) {
          for (const table of ['output_leases', 'output_reports'] as const) {
            await transaction
              .deleteFrom(table)
              .where('output_id', 'in', (from) => from.selectFrom(holders).select('id').where('live_id', '=', id))
              .execute();
          }
        }
        // Waits for the reports of other nodes, which may still add rows of the Live. The tables are in the order in
        // which a report writes them, so that the two never deadlock.
        await lockTables(transaction, engine, 'operators', 'viewers', 'viewer_peaks');
        for (const table of ['journal', 'viewers', 'viewer_peaks', 'operators', 'outputs', 'remote_links'] as const) {
          await transaction.deleteFrom(table).where('live_id', '=', id).execute();
        }
        for (const usage of counted) {
          await buildUsageInsert(
            transaction,
            toUsageRow({ liveId: id, organizationId: deleted.owner_id }, usage),
          ).execute();
        }
        await addAudit(transaction, audit);
        await sendNotification(transaction, toDeletionNotification(id));
        return 'deleted';
      }),
  };
}

const findRow = (db: Db, id: string) => db.selectFrom('lives').selectAll().where('id', '=', id).executeTakeFirst();

async function findItems(db: Db, liveId: string): Promise<QueueItem[]> {
  const rows = await db
    .selectFrom('queue_items')
    .selectAll()
    .where('live_id', '=', liveId)
    .orderBy('rank')
    .orderBy('id')
    .execute();
  return rows.map(toQueueItem);
}

async function addAudit(transaction: Transaction<Tables>, audit: AuditRecord | null): Promise<void> {
  if (audit) await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
}
