import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { POSTGRES_ENCODING } from './dialects/postgres-encoding.ts';
import { translatePostgresError } from './dialects/postgres-errors.ts';
import { MIGRATION_NAMES } from './migrations/migrate.ts';
import { type EditionRecord, type Engine, FIRST_TOKEN } from './storage.ts';

/** Facts about a database, read without changing anything or migrating its schema. */
export interface DatabaseFacts {
  readonly engine: Engine;
  /** Version of the engine: "3.53.4", "18.4". */
  readonly version: string;
  /** Damage reported by SQLite; null for an intact database and on PostgreSQL, which checks itself. */
  readonly damage: string | null;
  /** The reason why a server cannot use a readable database; null if it can. */
  readonly obstacle: DatabaseObstacle | null;
  /** Migrations that this version has and the database does not. They run at the next start. */
  readonly pending: readonly string[];
  /** Migrations of a newer version of Lectern. */
  readonly unknown: readonly string[];
  /** Null if there is no schema yet, or it is newer than this version. */
  readonly content: ContentFacts | null;
  /** Size of the database file in bytes; null on PostgreSQL. */
  readonly bytes: number | null;
  /**
   * Milliseconds by which the database's clock is ahead of this machine's. For SQLite, by which its last write is in
   * the future.
   */
  readonly clockAheadMs: number;
}

/**
 * An obstacle on PostgreSQL: an encoding other than UTF8, a read-only database, or a missing permission to create
 * tables.
 */
export type DatabaseObstacle =
  | { type: 'encoding'; name: string }
  | { type: 'read_only' }
  | { type: 'create'; schema: string; user: string };

export interface ContentFacts {
  /** Slugs of editions whose text is installed. */
  readonly editions: readonly string[];
  readonly organizations: number;
  /** Names of organizations without an enabled owner. */
  readonly ownerless: readonly string[];
  /** Number of enabled administrators; null before the migration that adds them. */
  readonly administrators: number | null;
  /** IDs of the valid tokens of a first start before they had an end. */
  readonly endlessFirstTokens: readonly string[];
}

/** An edition whose text is installed. */
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
const ADMINISTRATORS = `SELECT count(*) AS count FROM administrators JOIN users ON users.id = administrators.user_id
  WHERE users.disabled = 0`;
const ENDLESS_FIRST_TOKENS = `SELECT id FROM credentials
  WHERE name = '${FIRST_TOKEN}' AND kind = 'service' AND expires_at IS NULL AND revoked_at IS NULL ORDER BY id`;
const ADMINISTRATORS_MIGRATION = '0033-administrators';

const SCHEMA = {
  sqlite: "SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'",
  postgres: "SELECT 1 WHERE to_regclass('kysely_migration') IS NOT NULL",
} as const;

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * Inspects a database. Returns null if the SQLite file does not exist yet. Throws LecternError `unavailable`, and
 * SQLite's own errors.
 */
export async function inspectDatabase(location: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<DatabaseFacts | null> {
  return location.databaseUrl
    ? inspectPostgres(location.databaseUrl)
    : inspectSqlite(join(location.dataDir, 'lectern.db'));
}

/**
 * Returns the values stored by an installation, such as the fingerprints of its keys, or none if there is no database
 * yet. Throws like `inspectDatabase`, and also if there is no schema yet.
 */
export async function inspectInstallationValues(location: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<ReadonlyMap<string, string>> {
  const read = async (query: Query) =>
    new Map((await query(FACTS)).map(({ key, value }) => [String(key), String(value)]));
  if (location.databaseUrl) return withPostgres(location.databaseUrl, read);
  const file = findUsedFile(location.dataDir);
  return file ? withSqlite(file, read) : new Map();
}

/**
 * Returns the installed editions, or none if there is no database or schema yet, or the schema is newer. Throws like
 * `inspectDatabase`.
 */
export async function inspectEditions(location: {
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
  if (location.databaseUrl) return withPostgres(location.databaseUrl, read('postgres'));
  const file = findUsedFile(location.dataDir);
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
    const localNow = (sent + Date.now()) / 2;
    const tables = await inspectTables(query, 'postgres');
    return {
      engine: 'postgres',
      version: String(server!.version).split(' ')[0]!,
      damage: null,
      obstacle: findHindrance(server!, tables.pending.length > 0),
      ...tables,
      bytes: null,
      clockAheadMs: Number(server!.now) - localNow,
    };
  });
}

function findHindrance(server: Record<string, unknown>, mustCreateTables: boolean): DatabaseObstacle | null {
  const { encoding, read_only: readOnly, user, schema, may_create: mayCreate } = server;
  if (encoding !== POSTGRES_ENCODING) return { type: 'encoding', name: String(encoding) };
  // Also true of a standby.
  if (readOnly) return { type: 'read_only' };
  return mustCreateTables && !mayCreate ? { type: 'create', schema: String(schema), user: String(user) } : null;
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
  return { pending, unknown, content: readable ? await inspectContent(query, pending) : null };
}

async function inspectSchema(query: Query, engine: Engine) {
  const migrated = (await query(SCHEMA[engine])).length > 0;
  const rows = migrated ? await query('SELECT name FROM kysely_migration') : [];
  const names = rows.map(({ name }) => String(name));
  const unknown = names.filter((name) => !MIGRATION_NAMES.includes(name));
  const pending = MIGRATION_NAMES.filter((name) => !names.includes(name));
  return { pending, unknown, readable: names.length > 0 && unknown.length === 0 };
}

async function inspectContent(query: Query, pending: readonly string[]): Promise<ContentFacts> {
  const [organizations] = await query(ORGANIZATIONS);
  const [administrators] = pending.includes(ADMINISTRATORS_MIGRATION) ? [] : await query(ADMINISTRATORS);
  return {
    editions: (await query(EDITIONS)).map(({ slug }) => String(slug)),
    organizations: Number(organizations!.count),
    ownerless: (await query(OWNERLESS)).map(({ name }) => String(name)),
    administrators: administrators ? Number(administrators.count) : null,
    endlessFirstTokens: (await query(ENDLESS_FIRST_TOKENS)).map(({ id }) => String(id)),
  };
}
