import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestLectern } from './lectern.ts';

/** Runs SQL on the database of a running server, as another program would, and gives its rows. */
export async function runSql(
  { config }: Pick<TestLectern, 'config'>,
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (config.databaseUrl === null) {
    using database = new DatabaseSync(join(config.dataDir, 'lectern.db'), { timeout: 5_000 });
    return database.prepare(statement).all();
  }
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
