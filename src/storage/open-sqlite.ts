import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { createStores } from './create-stores.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { acquireProcessLock } from './files/process-lock.ts';
import { migrate } from './migrations/migrate.ts';
import { sqliteCommitGroup, type Transact } from './queries/live/commit-sqlite.ts';
import { factStore, readEpoch } from './queries/shared/facts.ts';
import type { Tables } from './schema.ts';
import type { Storage } from './storage.ts';
import { hurry } from './turns.ts';
import { explainOpening } from './unusable-data-error.ts';

/** How long a start waits for a process that is just ending. */
const LOCK_WAIT_MS = 1_500;

export interface SqliteOptions {
  dataDir: string;
  sqliteSynchronous: 'FULL' | 'NORMAL';
}

/** As `openStorage`, for the database in a data folder, which this process alone writes. */
export async function openSqliteStorage(options: SqliteOptions): Promise<Storage> {
  try {
    return await open(options);
  } catch (error) {
    throw explainOpening(error, options.dataDir);
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
  // Kysely hands out its one connection to one after another, so no other transaction is open meanwhile.
  const inTurn: Transact = (lists) => db.getExecutor().provideConnection(async () => transact(lists));
  const resources = opened.move();
  return {
    engine: 'sqlite',
    epoch,
    // This process alone writes.
    fresh: async (known, read) => known ?? read(),
    ...createStores(db, 'sqlite', {
      commitGroup: sqliteCommitGroup(db, inTurn),
      announce: async () => {},
    }),
    ...factStore(db),
    cluster: null,
    ping: async () => {
      await sql`SELECT 1`.execute(db);
    },
    // The process lock keeps others out.
    takeTurn: async () => async () => {},
    hurry,
    close: () => resources.disposeAsync(),
  };
}
