import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { refuseUnknownMigrations } from '../migrations/migrate.ts';
import type { BackupContent, BackupWork } from './back-up.ts';
import { countRows, sqliteTables } from './backed-up-tables.ts';
import { BackupError } from './backup-error.ts';

/** Pages that are copied between two looks at progress and interruption: 16 MiB. */
const PAGES_PER_STEP = 4_096;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies a database as it is at one moment, page by page. To be done in a process of its own: a server that writes meanwhile only finds
 * that its write-ahead log grows, since a reader in WAL mode holds up nobody.
 */
export async function backUpSqlite(file: string, target: string, work: BackupWork): Promise<BackupContent> {
  if (!existsSync(file)) {
    throw new BackupError('not_found', `There is no database ${file}. Is LECTERN_DATA_DIR the one of the server?`);
  }
  // Not read-only: what the last one to close leaves behind would else stay in the data folder.
  const source = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // The moment is that of the first read, and holds until the end: the copy is never begun anew.
    source.exec('PRAGMA query_only = ON; BEGIN');
    const migrations = migrationsOf(source);
    refuseUnknownMigrations(migrations, 'The database');
    const createdAt = new Date().toISOString();
    const tables = countRows(source, sqliteTables(source));
    await backup(source, target, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => {
        work.signal.throwIfAborted();
        work.onProgress(1 - remainingPages / totalPages);
      },
    });
    return { createdAt, migrations, tables };
  } finally {
    source.close();
  }
}

/** Names of the migrations that an SQLite database has. Throws BackupError where there are none. */
export function migrationsOf(database: DatabaseSync): string[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const rows = table ? database.prepare('SELECT name FROM kysely_migration ORDER BY name').all() : [];
  if (rows.length === 0) throw new BackupError('not_found', 'The database is empty: no server has used it yet.');
  return rows.map(({ name }) => String(name));
}
