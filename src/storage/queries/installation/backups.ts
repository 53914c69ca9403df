import { type Kysely, sql } from 'kysely';
import { BACKUP_LEASE_SECONDS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import { type BackupStore, type Engine, LAST_NIGHTLY_BACKUP } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { databaseClock, lockTables } from '../shared/engine-sql.ts';
import { findInstallationValue } from '../shared/installation-values.ts';

type Db = Kysely<Tables>;

/** The problem of a backup whose process ended before it was complete. */
const INTERRUPTED = 'interrupted';

export function backupStore(db: Db, engine: Engine): BackupStore {
  const now = databaseClock(engine);
  const leaseEnd = sql<number>`${now} + ${sql.lit(BACKUP_LEASE_SECONDS)}`;
  const isRunning = sql<boolean>`expires_at IS NOT NULL AND expires_at > ${now}`;

  return {
    async list() {
      const rows = await db
        .selectFrom('backups')
        .leftJoin('users', 'users.id', 'backups.made_by')
        .select(['backups.id', 'host as place', 'started_at', 'share', 'finished_at', 'bytes', 'problem', 'users.name'])
        .select(sql<number>`CASE WHEN ${isRunning} THEN 1 ELSE 0 END`.as('running'))
        .orderBy('backups.id', 'desc')
        .execute();
      return rows.map((row) => {
        const state = row.finished_at !== null ? 'complete' : Number(row.running) === 1 ? 'running' : 'failed';
        return {
          id: row.id,
          place: row.place,
          madeBy: row.name,
          startedAt: row.started_at,
          state,
          share: row.share,
          bytes: row.bytes === null ? null : Number(row.bytes),
          problem: state === 'failed' ? (row.problem ?? INTERRUPTED) : null,
        };
      });
    },

    start: ({ id, place, userId, startedAt }, condition) =>
      db.transaction().execute(async (transaction) => {
        await lockTables(transaction, engine, 'backups');
        const running = await transaction.selectFrom('backups').select('id').where(isRunning).executeTakeFirst();
        if (running) return false;
        if ('lastNightly' in condition) {
          const stored = await findInstallationValue(transaction, LAST_NIGHTLY_BACKUP);
          if (stored !== condition.lastNightly) return false;
        }
        await transaction.deleteFrom('backups').where('finished_at', 'is', null).execute();
        await transaction
          .insertInto('backups')
          .values({ id, host: place, made_by: userId, started_at: startedAt, share: 0, expires_at: leaseEnd })
          .execute();
        if ('audit' in condition) await recordAudit(transaction, condition.audit);
        return true;
      }),

    async renew(id, share) {
      const { numUpdatedRows } = await db
        .updateTable('backups')
        .set({ share, expires_at: leaseEnd })
        .where('id', '=', id)
        .where('expires_at', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async complete(id, { bytes, finishedAt }) {
      const completed = { share: 1, expires_at: null, bytes, finished_at: finishedAt };
      await db.updateTable('backups').set(completed).where('id', '=', id).execute();
    },

    async fail(id, problem) {
      await db.updateTable('backups').set({ expires_at: null, problem }).where('id', '=', id).execute();
    },

    remove: (id, audit) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('backups').where('id', '=', id).where(sql<boolean>`NOT (${isRunning})`).execute();
        if (audit) await recordAudit(transaction, audit);
      }),

    async endStale() {
      if (engine === 'sqlite') await db.updateTable('backups').set({ expires_at: null }).execute();
    },
  };
}
