import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { requireEncoding } from '../dialects/postgres-encoding.ts';
import { translatePostgresError } from '../dialects/postgres-errors.ts';
import { up as makeSearchIndexes } from '../migrations/0003-search.ts';
import { migrate } from '../migrations/migrate.ts';
import {
  countTableRows,
  postgresTables,
  quoteIdentifier,
  SEARCH_INDEX_TABLE,
  sqliteTables,
  type TableDefinition,
} from './backed-up-tables.ts';
import type { BackupControl } from './backup-control.ts';
import { BackupError, notEmptyError } from './backup-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** The duration of a restore is unlimited, but not the wait for a lock that another session holds. */
const LOCK_TIMEOUT = "SET lock_timeout = '5s'";
const ROWS_PER_INSERT = 1_000;
/** Maximum length of the values of one statement, in characters and bytes, since images are large. */
const INSERT_MAX_LENGTH = 4 * 1024 * 1024;
/** Application names of nodes and commands: `dialects/postgres.ts`, `dialects/postgres-feed.ts`. */
const APPLICATIONS = ['lectern', 'lectern feed'];

/**
 * Replaces the content of a PostgreSQL database by that of an SQLite database with this version's schema, in one
 * transaction. Throws LecternError `unavailable`, BackupError, SchemaTooNewError and UnusableDataError.
 */
export async function restorePostgres(
  url: string,
  file: string,
  force: boolean,
  control: BackupControl,
): Promise<void> {
  const { pg, toPoolConfig, DISABLE_TIMEOUTS } = await import('../dialects/postgres-driver.ts');
  const pool = new pg.Pool(
    toPoolConfig(url, {
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: 0,
      application_name: 'lectern restore',
    }),
  );
  // Ignored: a failing query reports the error itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query(`${LOCK_TIMEOUT}; ${DISABLE_TIMEOUTS}`).catch(() => {});
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await requireEncoding(db);
    await refuseRunningNodes(db);
    if (!force) await refuseExistingContent(db);
    await migrate(db, 'postgres');
    await db.transaction().execute((transaction) => replaceAll(transaction, source, control));
  } catch (error) {
    throw error instanceof BackupError ? error : translatePostgresError(error);
  } finally {
    source.close();
    await db.destroy();
  }
}

async function replaceAll(
  transaction: Transaction<unknown>,
  source: DatabaseSync,
  control: BackupControl,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(transaction);
  const targets = new Map((await postgresTables(run)).map((table) => [table.name, table]));
  const names = [...targets.keys()].map(quoteIdentifier).join(', ');
  // A node that starts now waits at its first query, and then finds the restored data.
  await run(`LOCK TABLE kysely_migration, ${names} IN ACCESS EXCLUSIVE MODE`);
  await refuseRunningNodes(transaction);
  await run(`TRUNCATE ${names}`);
  for (const name of await listSearchIndexes(transaction)) await run(`DROP TABLE ${quoteIdentifier(name)}`);

  const tables = sqliteTables(source);
  const total = Object.values(countTableRows(source, tables)).reduce((sum, rows) => sum + rows, 1);
  let done = 0;
  for (const { name } of tables) {
    const table = targets.get(name);
    if (!table) throw new Error(`PostgreSQL has no table ${name}`);
    // Triggers have already run where the row comes from.
    await run(`ALTER TABLE ${quoteIdentifier(name)} DISABLE TRIGGER USER`);
    await fillTable(transaction, source, table, (rows) => {
      control.signal.throwIfAborted();
      done += rows;
      control.onProgress(done / total);
    });
    await run(`ALTER TABLE ${quoteIdentifier(name)} ENABLE TRIGGER USER`);
    await advanceSequences(transaction, table);
  }
  await makeSearchIndexes(transaction, 'postgres');
  await run(`ANALYZE ${names}`);
  control.signal.throwIfAborted();
}

async function fillTable(
  transaction: Transaction<unknown>,
  source: DatabaseSync,
  { name, columns }: TableDefinition,
  onRows: (count: number) => void,
): Promise<void> {
  const list = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const insert = `INSERT INTO ${quoteIdentifier(name)} (${list}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`;
  const flush = async (rows: readonly unknown[][]) => {
    if (rows.length === 0) return;
    const parameters = columns.map((_, column) => rows.map((row) => row[column]));
    await transaction.executeQuery(CompiledQuery.raw(insert, parameters));
    onRows(rows.length);
  };
  const select = source.prepare(`SELECT ${list} FROM ${quoteIdentifier(name)}`);
  select.setReturnArrays(true);
  let batch: unknown[][] = [];
  let length = 0;
  for (const row of select.iterate() as unknown as Iterable<unknown[]>) {
    batch.push(row);
    for (const value of row) length += (value as { length?: number } | null)?.length ?? 0;
    if (batch.length < ROWS_PER_INSERT && length < INSERT_MAX_LENGTH) continue;
    await flush(batch);
    batch = [];
    length = 0;
  }
  await flush(batch);
}

/** Makes generated numbers continue after the highest existing one. */
async function advanceSequences(transaction: Transaction<unknown>, { name, columns }: TableDefinition): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      SELECT pg_get_serial_sequence(${quoteIdentifier(name)}, ${column.name}) AS sequence`.execute(transaction);
    if (!rows[0]?.sequence) continue;
    await sql`SELECT setval(${rows[0].sequence}, max(${sql.id(column.name)})) FROM ${sql.table(name)}`.execute(
      transaction,
    );
  }
}

async function listSearchIndexes(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db);
  return rows.map(({ name }) => name).filter((name) => SEARCH_INDEX_TABLE.test(name));
}

async function refuseRunningNodes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name IN (${sql.join(APPLICATIONS)})`.execute(db);
  if (rows.length === 0) return;
  throw new BackupError(
    'server_running',
    `Lectern has ${rows.length} open connections to the database. Stop every node, then restore. Nothing was changed.`,
  );
}

async function refuseExistingContent(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'organizations', 'lives']) {
    const { rows: found } =
      await sql`SELECT to_regclass(${table}) AS name WHERE to_regclass(${table}) IS NOT NULL`.execute(db);
    if (found.length === 0) continue;
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db);
    if (rows.length > 0) throw notEmptyError('The PostgreSQL database', 'back it up first');
  }
}
