import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { translatePostgresError } from './dialects/postgres-errors.ts';

const TIMEOUT_MS = 5_000;
const FACTS = 'SELECT key, value FROM installation';

/**
 * Facts of an installation, read as `inspectDatabase` reads: nothing is opened as a server does, and nothing changed. None where there is no
 * database yet. Throws what the engines throw.
 */
export async function inspectFacts(place: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<ReadonlyMap<string, string>> {
  const rows = place.databaseUrl ? await ofPostgres(place.databaseUrl) : ofSqlite(join(place.dataDir, 'lectern.db'));
  return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
}

function ofSqlite(file: string): Record<string, unknown>[] {
  if (!existsSync(file) || statSync(file).size === 0) return [];
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  try {
    database.exec('PRAGMA query_only = ON');
    return database.prepare(FACTS).all();
  } finally {
    database.close();
  }
}

async function ofPostgres(url: string): Promise<Record<string, unknown>[]> {
  const { pg } = await import('./dialects/postgres-driver.ts');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'lectern doctor',
  });
  // Whoever waits for an answer is told by the query itself.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(FACTS)).rows;
  } catch (error) {
    throw translatePostgresError(error);
  } finally {
    await client.end();
  }
}
