import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LAST_BACKUP } from '../storage.ts';
import type { DataLocation } from './data-location.ts';

const BUSY_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;

/**
 * Records the time of a backup that a command made, also while a server runs. It changes one row that no server caches,
 * and migrates nothing, so a backup can still be made before an upgrade. Rejects if the database cannot be written.
 */
export async function recordBackup({ dataDir, databaseUrl }: DataLocation, createdAt: string): Promise<void> {
  if (databaseUrl === null) {
    using database = new DatabaseSync(join(dataDir, 'lectern.db'), { timeout: BUSY_TIMEOUT_MS });
    database.prepare(toUpsert('?', '?')).run(LAST_BACKUP, createdAt);
    return;
  }
  const { createPostgresClient } = await import('../dialects/postgres-driver.ts');
  const client = createPostgresClient(databaseUrl, {
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'lectern backup',
  });
  try {
    await client.connect();
    await client.query(toUpsert('$1', '$2'), [LAST_BACKUP, createdAt]);
  } finally {
    await client.end();
  }
}

const toUpsert = (key: string, value: string): string =>
  `INSERT INTO installation (key, value) VALUES (${key}, ${value}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
