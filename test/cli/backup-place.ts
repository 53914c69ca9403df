import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openSqlite } from '../../src/storage/dialects/sqlite.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { oncePerRun } from '../support/run/once-per-run.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import type { TestEngine } from '../support/server/lectern.ts';

/** Rows of a table by column name, in a fixed order. Values that engines represent differently are made equal. */
export type Content = Record<string, Record<string, string | null>[]>;

/** Runs SQL as another program would. Parameters are `?`. */
type Sql = (text: string, parameters?: readonly SQLInputValue[]) => Promise<Record<string, unknown>[]>;

/** Tables with their columns and types, without those of the search index and the migrator. */
type Tables = Map<string, { name: string; type: string; nullable: boolean }[]>;

/** The data of an installation that no process has open, for the command line and for direct access. */
export interface BackupPlace {
  readonly engine: TestEngine;
  /** Settings for `runJson` and the like. */
  readonly setting: { readonly dataDir: string; readonly env: Record<string, string> };
  /** Creates the tables of this version, or of the version whose last migration was `to`. */
  migrate(to?: string): Promise<void>;
  readonly sql: Sql;
  tables(): Promise<Tables>;
  content(): Promise<Content>;
}

/** Access to the data of an engine. */
interface Reach {
  readonly setting: BackupPlace['setting'];
  /** A dialect for Kysely, which closes it. */
  open(): Dialect;
  /** Runs `work` on one connection. */
  connected<Result>(use: (sql: Sql) => Promise<Result>): Promise<Result>;
  listTables(sql: Sql): Promise<Tables>;
}

const SEARCH = /^search_[0-9a-f]{32}/;

/** Writes the key file of all places, so that each accepts the backups of the others. Returns its path. */
export function writeKeyFile(folder: string): string {
  const file = join(folder, 'secret.json');
  writeFileSync(file, JSON.stringify({ key: 'ab'.repeat(32) }), { mode: 0o600 });
  return file;
}

/** Creates a place without tables. */
export async function createBackupPlace(engine: TestEngine): Promise<BackupPlace> {
  const dataDir = createDataDirectory();
  return toPlace(engine, engine === 'sqlite' ? onSqlite(dataDir) : onPostgres(dataDir, await createPostgresDatabase()));
}

/**
 * Creates a place with rows in every table of the version whose last migration was `to`. Built once per run, then
 * copied.
 */
export async function createFilledPlace(engine: TestEngine, to?: string): Promise<BackupPlace> {
  const dataDir = createDataDirectory();
  const name = `filled-${engine}-${to ?? 'now'}`;
  const fill = async (place: BackupPlace) => {
    await place.migrate(to);
    await fillEveryTable(place);
  };
  if (engine === 'sqlite') {
    const { file } = await oncePerRun(name, async (folder) => {
      await fill(toPlace(engine, onSqlite(folder)));
      return { file: join(folder, DATABASE) };
    });
    copyFileSync(file, join(dataDir, DATABASE));
    return toPlace(engine, onSqlite(dataDir));
  }
  const { url } = await oncePerRun(name, async (folder) => {
    const made = await createPostgresDatabase();
    const reach = onPostgres(folder, made);
    await fill(toPlace(engine, reach));
    // PostgreSQL does not copy a database that has connections.
    await reach.disconnect();
    return { url: made.url };
  });
  return toPlace(engine, onPostgres(dataDir, await createPostgresDatabase(url)));
}

function toPlace(engine: TestEngine, { setting, open, connected, listTables }: Reach): BackupPlace {
  return {
    engine,
    setting,
    async migrate(to) {
      const db = new Kysely<unknown>({ dialect: open() });
      await migrate(db, engine, to);
      await db.destroy();
    },
    sql: (text, parameters) => connected((sql) => sql(text, parameters)),
    tables: () => connected(listTables),
    content: () =>
      connected(async (sql) => {
        const content: Content = {};
        for (const name of (await listTables(sql)).keys()) {
          const rows = (await sql(`SELECT * FROM "${name}"`)).map(toComparable);
          content[name] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        }
        return content;
      }),
  };
}

function onSqlite(dataDir: string): Reach {
  const file = join(dataDir, DATABASE);
  writeKeyFile(dataDir);
  return {
    setting: { dataDir, env: {} },
    open: () => openSqlite(file, 'NORMAL').dialect,
    async connected(use) {
      using database = new DatabaseSync(file);
      return await use(async (text, parameters = []) => database.prepare(text).all(...parameters));
    },
    async listTables(sql) {
      const tables = await sql(`SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT LIKE 'kysely%'`);
      const columns = await Promise.all(
        tables.map(({ name }) => sql('SELECT name, type, "notnull" FROM pragma_table_info(?)', [String(name)])),
      );
      return new Map(
        tables.map(({ name }, index) => [
          String(name),
          columns[index]!.map((column) => ({
            name: String(column.name),
            type: String(column.type).toLowerCase(),
            nullable: column.notnull === 0,
          })),
        ]),
      );
    },
  };
}

function onPostgres(dataDir: string, { url }: { url: string }): Reach & { disconnect(): Promise<void> } {
  const secretFile = writeKeyFile(dataDir);
  // Kept open, because each connection is a process of the database.
  const connections = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 100, allowExitOnIdle: true });
  connections.on('error', () => {});
  const sql: Sql = async (text, parameters = []) => {
    let count = 0;
    const numbered = text.replaceAll('?', () => `$${++count}`);
    return (await connections.query(numbered, [...parameters])).rows;
  };
  return {
    setting: { dataDir, env: { LECTERN_DATABASE_URL: url, LECTERN_SECRET_FILE: secretFile } },
    open: () => new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    connected: (use) => use(sql),
    disconnect: () => connections.end(),
    async listTables(sql) {
      const columns = await sql(`SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%' ORDER BY table_name, ordinal_position`);
      const own = columns.filter(({ table_name }) => !SEARCH.test(String(table_name)));
      return new Map(
        [...Map.groupBy(own, ({ table_name }) => String(table_name))].map(([table, columns]) => [
          table,
          columns.map(({ column_name, data_type, is_nullable }) => ({
            name: String(column_name),
            type: String(data_type),
            nullable: is_nullable === 'YES',
          })),
        ]),
      );
    },
  };
}

function toComparable(row: Record<string, unknown>): Record<string, string | null> {
  const toText = (value: unknown) => {
    if (value === null) return null;
    if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
    return String(value);
  };
  return Object.fromEntries(
    Object.keys(row)
      .sort()
      .map((column) => [column, toText(row[column])]),
  );
}

const DATABASE = 'lectern.db';
const ROWS = 3;
/** Converts values that engines and drivers represent differently. */
const HARD_TEXT = `"double" 'single' \\ {a,b} %s $1 \t\n ß 漢字 \u{1F600} NULL`;

/**
 * Inserts rows into every table. The texts of a row are the same in all tables, so that references are valid. Every
 * second row has NULL where allowed.
 */
async function fillEveryTable(place: BackupPlace): Promise<void> {
  const tables = await place.tables();
  const order = [
    'users',
    'organizations',
    'accounts',
    'editions',
    'edition_jobs',
    'imports',
    'credentials',
    'lives',
    'sessions',
    'oauth_clients',
    'oauth_grants',
  ];
  const names = [...tables.keys()].sort((a, b) => (order.indexOf(a) + 1 || 99) - (order.indexOf(b) + 1 || 99));
  for (const name of names) {
    const columns = tables.get(name)!;
    for (let row = 1; row <= ROWS; row++) {
      const values = columns.map(({ name, type, nullable }) => {
        if (nullable && row % 2 === 0 && !name.endsWith('_id')) return null;
        return toValue(name, type, row);
      });
      const list = columns.map((column) => `"${column.name}"`).join(', ');
      await place.sql(`INSERT INTO "${name}" (${list}) VALUES (${values.map(() => '?').join(', ')})`, values);
    }
  }
}

function toValue(column: string, type: string, row: number): SQLInputValue {
  // The search index is built from the verses, in a language.
  if (column === 'language') return 'en';
  if (type === 'text') return `row ${row} ${HARD_TEXT}`;
  if (type === 'integer') return row;
  if (type === 'bigint') return 2 ** 40 + row;
  if (type === 'real' || type === 'double precision') return row + 0.1;
  if (type === 'blob' || type === 'bytea') return Buffer.from(Array.from({ length: 256 }, (_, byte) => byte ^ row));
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z';
  throw new Error(`fillEveryTable has no value of type ${type} for ${column}`);
}
