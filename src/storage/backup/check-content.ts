import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { openSqlite } from '../dialects/sqlite.ts';
import { migrate, refuseUnknownMigrations } from '../migrations/migrate.ts';
import { readMigrationNames } from './back-up-sqlite.ts';
import { countTableRows, sqliteTables } from './backed-up-tables.ts';
import { BackupError } from './backup-error.ts';
import { type BackupManifest, verifyBackup } from './backup-file.ts';

/** Matches tables that our migrations do not create: statistics, the migrator's own, and the search index. */
const CREATED_ELSEWHERE =
  /^(sqlite_stat\d|kysely_migration(_lock)?|search_[0-9a-f]{32}(_(data|idx|content|docsize|config))?)$/;

const CAN_SIGN_IN = `SELECT 1 FROM administrators JOIN users ON users.id = user_id WHERE disabled = 0
  AND (password_hash IS NOT NULL OR users.id IN (SELECT user_id FROM passkeys))`;

/**
 * Checks that a restore without `--force` would accept a backup. Returns its manifest, and whether an administrator can
 * sign in afterwards. Throws BackupError `damaged_backup` and `foreign_backup`, and SchemaTooNewError.
 */
export async function checkBackup(
  path: string,
  keys: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<BackupManifest & { readonly canSignIn: boolean }> {
  const { manifest, sealed } = await verifyBackup(path, keys, () => signal.throwIfAborted());
  if (!sealed) throw foreignBackup(path);
  refuseUnknownMigrations(manifest.migrations, 'The backup');
  await checkContent(path, path, manifest);
  return { ...manifest, canSignIn: canSignIn(path, manifest) };
}

function canSignIn(path: string, { tables }: BackupManifest): boolean {
  // In older backups, which lack a table, the first owner becomes the administrator.
  if (!('administrators' in tables && 'passkeys' in tables)) return true;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(CAN_SIGN_IN).get() !== undefined;
  } finally {
    database.close();
  }
}

export const foreignBackup = (path: string): BackupError =>
  new BackupError(
    'foreign_backup',
    `The backup ${path} was made by another installation, or by an older version: if it is yours, bring its key file, or --force. ` +
      'Nothing was changed.',
  );

/**
 * Checks what the digest cannot show: whether the database was intact when it was backed up, and has the schema that
 * its migrations create and nothing else, such as triggers of another program. [D47]
 */
export async function checkContent(path: string, file: string, manifest: BackupManifest): Promise<void> {
  const expected = await readExpectedSchema(manifest.migrations);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get()!;
    if (found !== 'ok') throw damaged(path, String(found));
    const migrations = readMigrationNames(database);
    const schema = toDefinitions(database.prepare(SCHEMA).all() as unknown as SchemaRow[]);
    const foreign = differingKeys(schema, expected);
    if (foreign.length > 0 || String(migrations) !== String(manifest.migrations))
      throw damaged(path, `its schema is not that of Lectern: ${foreign.join(', ') || 'other migrations'}`);
    const counts = countTableRows(database, sqliteTables(database));
    const differing = differingKeys(new Map(Object.entries(counts)), new Map(Object.entries(manifest.tables)));
    if (differing.length > 0)
      throw damaged(path, `the numbers of rows of ${differing.join(', ')} differ from its manifest`);
    const dangling = database.prepare('SELECT DISTINCT "table" AS name FROM pragma_foreign_key_check').all();
    if (dangling.length > 0)
      throw damaged(path, `rows of ${dangling.map(({ name }) => name).join(', ')} refer to rows that do not exist`);
  } finally {
    database.close();
  }
}

const SCHEMA = 'SELECT type, name, sql FROM sqlite_schema';
type SchemaRow = { readonly type: string; readonly name: string; readonly sql: string | null };

/** Reads the schema of an empty database after the migrations. */
async function readExpectedSchema(migrations: readonly string[]): Promise<Map<string, string | null>> {
  const db = new Kysely<unknown>({ dialect: openSqlite(':memory:', 'FULL').dialect });
  try {
    await migrate(db, 'sqlite', migrations.at(-1));
    return toDefinitions((await sql.raw<SchemaRow>(SCHEMA).execute(db)).rows);
  } finally {
    await db.destroy();
  }
}

const toDefinitions = (rows: readonly SchemaRow[]): Map<string, string | null> =>
  new Map(
    rows
      .filter(({ type, name }) => type !== 'table' || !CREATED_ELSEWHERE.test(name))
      .map((row) => [`${row.type} ${row.name}`, row.sql]),
  );

const differingKeys = <Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

const damaged = (path: string, why: string): BackupError =>
  new BackupError('damaged_backup', `The database in ${path} is damaged: ${why}. Nothing was changed.`);
