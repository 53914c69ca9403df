import type { Hash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { ClientBase } from 'pg';
import { translatePostgresError } from '../dialects/postgres-errors.ts';
import { openSqlite } from '../dialects/sqlite.ts';
import { migrate, refuseUnknownMigrations } from '../migrations/migrate.ts';
import { postgresTables, quoteIdentifier, sqliteTables, type TableDefinition } from './backed-up-tables.ts';
import type { BackupControl, CopiedData } from './backup-control.ts';
import { BackupError } from './backup-error.ts';
import { hashDatabase } from './backup-file.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A batch of rows that takes longer is considered lost. */
const QUERY_TIMEOUT_MS = 60_000;
const ROWS_PER_BATCH = 2_000;

/**
 * Copies one snapshot of a PostgreSQL database to an SQLite database with the same schema, and adds it to `hash`.
 * Writers continue meanwhile: the snapshot takes no lock that they would wait for. Throws LecternError `unavailable`,
 * BackupError and SchemaTooNewError.
 */
export async function backUpPostgres(
  url: string,
  target: string,
  hash: Hash,
  control: BackupControl,
): Promise<CopiedData> {
  const { createPostgresClient, DISABLE_TIMEOUTS } = await import('../dialects/postgres-driver.ts');
  const client = createPostgresClient(url, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'lectern backup',
  });
  try {
    await client.connect();
    await client.query(DISABLE_TIMEOUTS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const migrations = await readMigrations(client);
    refuseUnknownMigrations(migrations, 'The database');
    const snapshotAt = new Date().toISOString();
    await createSchema(target, migrations.at(-1)!);
    const tables = await copyTables(client, target, control);
    await hashDatabase(target, hash, () => control.signal.throwIfAborted());
    return { snapshotAt, tables };
  } catch (error) {
    throw error instanceof BackupError ? error : translatePostgresError(error);
  } finally {
    await client.end();
  }
}

async function readMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(
    `SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'kysely_migration'`,
  );
  const names = found.length === 0 ? [] : (await client.query('SELECT name FROM kysely_migration ORDER BY name')).rows;
  if (names.length === 0) throw new BackupError('not_found', 'The database is empty: no server has used it yet.');
  return names.map(({ name }) => name);
}

/** Creates the tables of the source, which can be those of an older version. */
async function createSchema(file: string, migration: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: openSqlite(file, 'NORMAL').dialect });
  try {
    await migrate(db, 'sqlite', migration);
  } finally {
    await db.destroy();
  }
}

async function copyTables(client: ClientBase, file: string, control: BackupControl): Promise<CopiedData['tables']> {
  const sources = await postgresTables((text) => client.query(text));
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    // Writes a single file without a journal. The file has a temporary name until it is complete, so nothing needs to
    // be rolled back.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const targets = sqliteTables(database);
    assertSameTables(sources, targets);
    const expected = await estimateRows(client, sources);
    let done = 0;
    const copied: Record<string, number> = {};
    for (const table of targets) {
      copied[table.name] = 0;
      // Deletes rows inserted by migrations, which are in the source too.
      database.exec(`DELETE FROM ${quoteIdentifier(table.name)}`);
      await copyTable(client, database, table, (rows) => {
        control.signal.throwIfAborted();
        copied[table.name]! += rows;
        done += rows;
        control.onProgress(Math.min(1, done / expected));
      });
    }
    database.exec('COMMIT');
    return copied;
  } finally {
    database.close();
  }
}

/** Copies a table. The next batch is fetched while one is written. */
async function copyTable(
  client: ClientBase,
  database: DatabaseSync,
  { name, columns }: TableDefinition,
  onRows: (count: number) => void,
): Promise<void> {
  const list = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  const insert = database.prepare(
    `INSERT INTO ${quoteIdentifier(name)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT ${list} FROM ${quoteIdentifier(name)}`);
  const fetch = () => client.query<SQLInputValue[]>({ text: `FETCH ${ROWS_PER_BATCH} FROM backup`, rowMode: 'array' });
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = fetch();
    // Awaited above, in the next iteration, which reports a failure.
    next.catch(() => {});
    for (const row of rows) insert.run(...row);
    onRows(rows.length);
  }
  await client.query('CLOSE backup');
}

/** Estimates the total number of rows, at least 1. */
async function estimateRows(client: ClientBase, tables: readonly TableDefinition[]): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT greatest(1, sum(greatest(reltuples, 0)))::float8 AS rows FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1)`,
    [tables.map(({ name }) => name)],
  );
  return rows[0]!.rows;
}

/** Throws if the tables differ, which is a defect: the migrations create the tables of both engines. */
function assertSameTables(one: readonly TableDefinition[], other: readonly TableDefinition[]): void {
  const describe = (tables: readonly TableDefinition[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]).sort());
  if (describe(one) !== describe(other)) {
    throw new Error(`the engines have different tables:\n${describe(one)}\n${describe(other)}`);
  }
}
