import { openSqliteStorage, type SqliteOptions } from './open-sqlite.ts';
import type { Storage } from './storage.ts';

interface StorageOptions extends SqliteOptions {
  /** Null for SQLite. */
  databaseUrl: string | null;
  postgresConnections: number;
}

/**
 * Opens the database and brings its schema up to date. Throws DataFolderInUseError (SQLite: another process has it),
 * UnusableDataError and SchemaTooNewError. `warn` hears of troubles that mend themselves, and of one that does not: ReplacedDataError.
 */
export async function openStorage(options: StorageOptions, warn: (error: Error) => void): Promise<Storage> {
  const { databaseUrl, postgresConnections } = options;
  if (!databaseUrl) return openSqliteStorage(options);
  // Loads the driver, which an installation on SQLite does not need.
  const { openPostgresStorage } = await import('./open-postgres.ts');
  return openPostgresStorage({ databaseUrl, postgresConnections }, warn);
}
