import { openSqliteStorage, type SqliteOptions } from './open-sqlite.ts';
import type { Storage } from './storage.ts';

interface StorageOptions extends SqliteOptions {
  /** Null for SQLite. */
  databaseUrl: string | null;
  postgresConnections: number;
}

/**
 * Opens the database and migrates its schema. Throws DataFolderInUseError (SQLite: another process uses it),
 * UnusableDataError and SchemaTooNewError. `warn` receives errors that are recovered from automatically, and
 * ReplacedDataError, which is not.
 */
export async function openStorage(options: StorageOptions, warn: (error: Error) => void): Promise<Storage> {
  const { databaseUrl, postgresConnections } = options;
  if (!databaseUrl) return openSqliteStorage(options);
  // Loads the driver only when needed: SQLite installations do not use it.
  const { openPostgresStorage } = await import('./open-postgres.ts');
  return openPostgresStorage({ databaseUrl, postgresConnections }, warn);
}
