import type { Hash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathExists } from '../files/path-exists.ts';
import { refuseUnknownMigrations } from '../migrations/migrate.ts';
import { countTableRows, sqliteTables } from './backed-up-tables.ts';
import type { BackupControl, CopiedData } from './backup-control.ts';
import { BackupError } from './backup-error.ts';
import { hashDatabase } from './backup-file.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** Pages copied between disk syncs: a commit of the server waits for at most this many. */
const PAGES_PER_STEP = 250;
/** Share of the progress at which all pages are copied. The rest is hashing. */
const COPIED_SHARE = 0.8;

/**
 * Copies one snapshot of a database to an empty file, and adds the copy to `hash`. Run it in a separate process beside
 * a server that writes: a read transaction keeps the snapshot readable in the write-ahead log and blocks no writer.
 */
export async function backUpSqlite(
  file: string,
  target: string,
  hash: Hash,
  control: BackupControl,
): Promise<CopiedData> {
  if (!pathExists(file)) {
    throw new BackupError('not_found', `There is no database ${file}. Check that LECTERN_DATA_DIR is the server's.`);
  }
  // Opened writable: a read-only connection would leave files in the data folder if it is the last one to close.
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  const copy = openSync(target, 'r+');
  try {
    database.exec('PRAGMA query_only = ON; BEGIN; SELECT 1 FROM sqlite_schema');
    refuseUnknownMigrations(readMigrationNames(database), 'The database');
    const snapshotAt = new Date().toISOString();
    await backup(database, target, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => {
        control.signal.throwIfAborted();
        fdatasyncSync(copy);
        control.onProgress(COPIED_SHARE * (1 - remainingPages / totalPages));
      },
    });
    const bytes = disableWriteAheadLog(target);
    let hashed = 0;
    await hashDatabase(target, hash, (count) => {
      control.signal.throwIfAborted();
      hashed += count;
      control.onProgress(COPIED_SHARE + (1 - COPIED_SHARE) * (hashed / bytes));
    });
    // The restore compares these counts with the rows of the copy.
    return { snapshotAt, tables: countTableRows(database, sqliteTables(database)) };
  } finally {
    database.close();
    closeSync(copy);
  }
}

/**
 * Disables the write-ahead log, which the copy inherits from its source, so that its content is in one file. Returns
 * its size in bytes.
 */
function disableWriteAheadLog(path: string): number {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    return Number(
      copy.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()!.bytes,
    );
  } finally {
    copy.close();
  }
}

/** Returns the names of the migrations of an SQLite database. Throws BackupError if it has none. */
export function readMigrationNames(database: DatabaseSync): string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const rows = table ? database.prepare('SELECT name FROM kysely_migration ORDER BY name').all() : [];
  if (rows.length === 0) throw new BackupError('not_found', 'The database is empty: no server has used it yet.');
  return rows.map(({ name }) => String(name));
}
