import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { POSTGRES_ENCODING } from './dialects/postgres-encoding.ts';
import { translatePostgresError } from './dialects/postgres-errors.ts';
import { MIGRATION_NAMES } from './migrations/migrate.ts';
import type { EditionRecord, Engine } from './storage.ts';

/** What can be seen of a database without opening it as a server does: nothing is changed, no schema brought up to date. */
export interface DatabaseFacts {
  readonly engine: Engine;
  /** Of the engine: "3.53.4", "18.4". */
  readonly version: string;
  /** Null where it is in order; else what SQLite says of it. PostgreSQL looks after itself. */
  readonly damage: string | null;
  /** What keeps a server from using it though it can be read; null for nothing. */
  readonly obstacle: DatabaseObstacle | null;
  /** Migrations that this version has and the database does not; they run at the next start. */
  readonly pending: readonly string[];
  /** Migrations of a newer version. */
  readonly unknown: readonly string[];
  /** Null where the schema is not yet there or is a newer one's. */
  readonly content: ContentFacts | null;
  /** Bytes of the database file; null on PostgreSQL. */
  readonly bytes: number | null;
  /** How far the database's clock is ahead of ours, milliseconds. For SQLite: of its last write, if that is in the future. */
  readonly clockAheadMs: number;
}

/** Of PostgreSQL: an encoding other than UTF8, by its name; no writes; no right to make tables that are still missing. */
export type DatabaseObstacle =
  | { type: 'encoding'; name: string }
  | { type: 'read_only' }
  | { type: 'create'; schema: string; user: string };

export interface ContentFacts {
  /** Slugs of editions whose text is there. */
  readonly editions: readonly string[];
  readonly organizations: number;
  /** Names of organizations without an owner who can act. */
  readonly ownerless: readonly string[];
}

/** An edition whose text is there. */
export interface InstalledEdition extends Pick<EditionRecord, 'slug' | 'name' | 'rights'> {
  readonly books: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const BUSY_TIMEOUT_MS = 2_000;

const FACTS = 'SELECT key, value FROM installation';
const EDITIONS = 'SELECT slug FROM editions WHERE revision_id IS NOT NULL ORDER BY slug';
const EDITION_EXTENTS = `SELECT slug, name, rights,
  (SELECT count(*) FROM edition_books WHERE edition_books.revision_id = editions.revision_id) AS books
  FROM editions WHERE revision_id IS NOT NULL`;
const ORGANIZATIONS = 'SELECT count(*) AS count FROM organizations';
const OWNERLESS = `SELECT name FROM organizations WHERE NOT EXISTS (SELECT 1 FROM members JOIN users ON users.id = members.user_id
  WHERE members.organization_id = organizations.id AND members.role = 'owner' AND users.disabled = 0) ORDER BY name`;

const SCHEMA = {
  sqlite: "SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'",
  postgres: "SELECT 1 WHERE to_regclass('kysely_migration') IS NOT NULL",
} as const;

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Null where SQLite's file is not there yet. Throws LecternError `unavailable` and what SQLite throws. */
export async function inspectDatabase(place: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<DatabaseFacts | null> {
  return place.databaseUrl ? inspectPostgres(place.databaseUrl) : inspectSqlite(join(place.dataDir, 'lectern.db'));
}

/**
 * Facts that an installation keeps about itself, such as the checks of its keys; none where there is no database yet. Throws as
 * `inspectDatabase` does, also where there is no schema yet.
 */
export async function inspectInstallationValues(place: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<ReadonlyMap<string, string>> {
  const read = async (query: Query) =>
    new Map((await query(FACTS)).map(({ key, value }) => [String(key), String(value)]));
  if (place.databaseUrl) return withPostgres(place.databaseUrl, read);
  const file = findUsedFile(place.dataDir);
  return file ? withSqlite(file, read) : new Map();
}

/** None where there is no database or schema yet, or a newer one's. Throws as `inspectDatabase` does. */
export async function inspectEditions(place: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<readonly InstalledEdition[]> {
  const read = (engine: Engine) => async (query: Query) => {
    const { readable } = await inspectSchema(query, engine);
    const rows = readable ? await query(EDITION_EXTENTS) : [];
    return rows.map(({ slug, name, rights, books }) => ({
      slug: String(slug),
      name: String(name),
      rights: JSON.parse(String(rights)),
      books: Number(books),
    }));
  };
  if (place.databaseUrl) return withPostgres(place.databaseUrl, read('postgres'));
  const file = findUsedFile(place.dataDir);
  return file ? withSqlite(file, read('sqlite')) : [];
}

function findUsedFile(dataDir: string): string | null {
  const file = join(dataDir, 'lectern.db');
  return existsSync(file) && statSync(file).size > 0 ? file : null;
}

function inspectSqlite(file: string): Promise<DatabaseFacts> | null {
  if (!existsSync(file)) return null;
  const { size, mtimeMs } = statSync(file);
  return withSqlite(file, async (query) => {
    const [check] = await query('PRAGMA quick_check(1)');
    const [version] = await query('SELECT sqlite_version() AS version');
    return {
      engine: 'sqlite',
      version: String(version!.version),
      damage: check!.quick_check === 'ok' ? null : String(check!.quick_check),
      obstacle: null,
      ...(await inspectTables(query, 'sqlite')),
      bytes: size,
      clockAheadMs: Math.max(0, mtimeMs - Date.now()),
    };
  });
}

function inspectPostgres(url: string): Promise<DatabaseFacts> {
  return withPostgres(url, async (query) => {
    const sent = Date.now();
    const [server] = await query(`SELECT current_setting('server_version') AS version,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, current_setting('server_encoding') AS encoding,
      current_setting('transaction_read_only') = 'on' AS read_only, current_user AS user, coalesce(current_schema(), 'public') AS schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create`);
    const ours = (sent + Date.now()) / 2;
    const tables = await inspectTables(query, 'postgres');
    return {
      engine: 'postgres',
      version: String(server!.version).split(' ')[0]!,
      damage: null,
      obstacle: findHindrance(server!, tables.pending.length > 0),
      ...tables,
      bytes: null,
      clockAheadMs: Number(server!.now) - ours,
    };
  });
}

function findHindrance(server: Record<string, unknown>, creates: boolean): DatabaseObstacle | null {
  const { encoding, read_only: readOnly, user, schema, may_create: mayCreate } = server;
  if (encoding !== POSTGRES_ENCODING) return { type: 'encoding', name: String(encoding) };
  // Of a standby, too.
  if (readOnly) return { type: 'read_only' };
  return creates && !mayCreate ? { type: 'create', schema: String(schema), user: String(user) } : null;
}

async function withSqlite<Result>(file: string, read: (query: Query) => Promise<Result>): Promise<Result> {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('PRAGMA query_only = ON');
    return await read(async (text) => database.prepare(text).all());
  } finally {
    database.close();
  }
}

async function withPostgres<Result>(url: string, read: (query: Query) => Promise<Result>): Promise<Result> {
  const { createPostgresClient } = await import('./dialects/postgres-driver.ts');
  const client = createPostgresClient(url, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'lectern doctor',
  });
  try {
    await client.connect();
    return await read(async (text) => (await client.query(text)).rows);
  } catch (error) {
    throw translatePostgresError(error);
  } finally {
    await client.end();
  }
}

async function inspectTables(query: Query, engine: Engine) {
  const { pending, unknown, readable } = await inspectSchema(query, engine);
  return { pending, unknown, content: readable ? await inspectContent(query) : null };
}

async function inspectSchema(query: Query, engine: Engine) {
  const begun = (await query(SCHEMA[engine])).length > 0;
  const rows = begun ? await query('SELECT name FROM kysely_migration') : [];
  const names = rows.map(({ name }) => String(name));
  const unknown = names.filter((name) => !MIGRATION_NAMES.includes(name));
  const pending = MIGRATION_NAMES.filter((name) => !names.includes(name));
  return { pending, unknown, readable: names.length > 0 && unknown.length === 0 };
}

async function inspectContent(query: Query): Promise<ContentFacts> {
  const [organizations] = await query(ORGANIZATIONS);
  return {
    editions: (await query(EDITIONS)).map(({ slug }) => String(slug)),
    organizations: Number(organizations!.count),
    ownerless: (await query(OWNERLESS)).map(({ name }) => String(name)),
  };
}
