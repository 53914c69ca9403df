import { join } from 'node:path';
import { Kysely } from 'kysely';
import { createStores } from './create-stores.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { acquireProcessLock } from './files/process-lock.ts';
import { migrate } from './migrations/migrate.ts';
import { type RunTransaction, sqliteCommitGroup } from './queries/live/commit-sqlite.ts';
import { EPOCH, installationValueStore, readEpoch } from './queries/shared/installation-values.ts';
import type { Tables } from './schema.ts';
import type { Storage } from './storage.ts';
import { flush } from './tick-queue.ts';
import { explainOpenError } from './unusable-data-error.ts';

/** Minimum interval of the writes of health checks, which each wait for the disk. */
const PING_MIN_MS = 1_000;
const SPACE_PROBE = 'space probe';
const SPACE_PROBE_BYTES = 512 * 1024;
/** The time that a start waits for a process that is exiting. */
const LOCK_WAIT_MS = 1_500;

export interface SqliteOptions {
  dataDir: string;
  sqliteSynchronous: 'FULL' | 'NORMAL';
}

/** Opens the SQLite database in a data folder, which only this process writes. See `openStorage`. */
export async function openSqliteStorage(options: SqliteOptions): Promise<Storage> {
  try {
    return await open(options);
  } catch (error) {
    throw explainOpenError(error, options.dataDir);
  }
}

async function open({ dataDir, sqliteSynchronous }: SqliteOptions): Promise<Storage> {
  await using opened = new AsyncDisposableStack();
  const lock = acquireProcessLock(dataDir, LOCK_WAIT_MS);
  opened.defer(() => lock.release());
  const { dialect, shortage, transact } = openSqlite(join(dataDir, 'lectern.db'), sqliteSynchronous);
  const db = new Kysely<Tables>({ dialect });
  opened.defer(() => db.destroy());
  await migrate(db as Kysely<unknown>, 'sqlite');
  const epoch = await readEpoch(db);
  // Kysely grants its single connection to one caller at a time, so no other transaction is open meanwhile.
  const runExclusively: RunTransaction = (lists) => db.getExecutor().provideConnection(async () => transact(lists));
  let pinged = { at: Number.NEGATIVE_INFINITY, written: Promise.resolve(), failed: false };
  /** Writes, so that a full disk is noticed: after a shortage as much as a large change, otherwise a page. */
  const write = async () => {
    await db.updateTable('installation').set({ value: epoch }).where('key', '=', EPOCH).execute();
    if (!shortage.isNoted) return;
    shortage.isNoted = false;
    await db
      .insertInto('installation')
      .values({ key: SPACE_PROBE, value: ' '.repeat(SPACE_PROBE_BYTES) })
      .execute();
    await db.deleteFrom('installation').where('key', '=', SPACE_PROBE).execute();
  };
  const resources = opened.move();
  return {
    engine: 'sqlite',
    epoch,
    // Never stale: only this process writes.
    reuseOrRead: async (known, read) => known ?? read(),
    ...createStores(db, 'sqlite', {
      commitGroup: sqliteCommitGroup(db, runExclusively),
      sendNotification: async () => {},
    }),
    ...installationValueStore(db),
    cluster: null,
    ping: async () => {
      const now = performance.now();
      if (now - pinged.at >= PING_MIN_MS || (shortage.isNoted && !pinged.failed)) {
        const ping = { at: now, written: write(), failed: false };
        ping.written.catch(() => {
          ping.failed = true;
        });
        pinged = ping;
      }
      await pinged.written;
    },
    // The process lock already excludes other processes.
    acquireClusterLock: async () => async () => {},
    flush,
    close: () => resources.disposeAsync(),
  };
}
