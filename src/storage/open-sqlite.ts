import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { createStores } from './create-stores.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { acquireProcessLock } from './files/process-lock.ts';
import { migrate } from './migrations/migrate.ts';
import { type RunTransaction, sqliteCommitGroup } from './queries/live/commit-sqlite.ts';
import { installationValueStore, readEpoch } from './queries/shared/installation-values.ts';
import type { Tables } from './schema.ts';
import type { Storage } from './storage.ts';
import { flush } from './tick-queue.ts';
import { explainOpenError } from './unusable-data-error.ts';

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
  const { dialect, transact } = openSqlite(join(dataDir, 'lectern.db'), sqliteSynchronous);
  const db = new Kysely<Tables>({ dialect });
  opened.defer(() => db.destroy());
  await migrate(db as Kysely<unknown>, 'sqlite');
  const epoch = await readEpoch(db);
  // Kysely grants its single connection to one caller at a time, so no other transaction is open meanwhile.
  const runExclusively: RunTransaction = (lists) => db.getExecutor().provideConnection(async () => transact(lists));
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
      await sql`SELECT 1`.execute(db);
    },
    // The process lock already excludes other processes.
    acquireClusterLock: async () => async () => {},
    flush,
    close: () => resources.disposeAsync(),
  };
}
