import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from './postgres.ts';

export type PostgresDatabase = { url: string; drop(): Promise<void> };

let serverUrl: Promise<string> | undefined;

/** The run's server (see global-setup.ts), or one of this process's own when a test file runs alone. */
function requireServerUrl(): Promise<string> {
  const shared = process.env.LECTERN_TEST_POSTGRES_URL;
  if (shared) return Promise.resolve(shared);
  serverUrl ??= startPostgres().then(({ url }) => url);
  return serverUrl;
}

/**
 * Creates a PostgreSQL database: empty, or a copy of the one at `original`, which must have no open connections. `drop`
 * closes all connections to the new database and removes it.
 */
export const createPostgresDatabase = (original?: string): Promise<PostgresDatabase> =>
  create(`TEMPLATE ${original ? new URL(original).pathname.slice(1) : 'template1'}`);

/** Creates an empty PostgreSQL database in another encoding than UTF8. */
export const createPostgresDatabaseIn = (encoding: string): Promise<PostgresDatabase> =>
  create(`TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`);

async function create(clauses: string): Promise<PostgresDatabase> {
  const server = await requireServerUrl();
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} ${clauses}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

const directories: string[] = [];

/** Makes an empty folder, removed when this process ends. */
export function createDataDirectory(): string {
  if (directories.length === 0) process.once('exit', removeDirectories);
  const path = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  directories.push(path);
  return path;
}

function removeDirectories(): void {
  for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
