import type { DatabaseSync } from 'node:sqlite';

/** Tables that are not backed up, each with the reason. Every other table of the schema is. */
export const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  kysely_migration: 'filled by the migrations; its names are in the manifest',
  kysely_migration_lock: 'locks the migrations while they run',
  watches: 'which node holds waiting polls: expires within a minute, and is used only with several nodes',
  operators: 'the current operators of a Live: expires within a minute',
  output_leases: 'open pages of outputs and remote links: they reconnect and get new leases',
  output_reports: 'the last painted content of outputs: reported again with the next paint',
  edition_jobs: 'uploads of editions that are not imported yet: uploaded again',
  edition_job_parts: 'uploads of editions that are not imported yet: uploaded again',
  budgets: 'counts of one minute, used only with several nodes',
};

/**
 * Tables that a restore leaves empty, each before the tables that it refers to: short-lived state of people, browsers
 * and apps, and the list of backup files, which are not restored. Rows that have expired or been used since the backup
 * would otherwise become valid again, such as a stolen, used refresh token.
 */
export const EMPTY_AFTER_RESTORE = [
  'one_time_links',
  'passkey_challenges',
  'sign_in_failures',
  'terminal_logins',
  'waiting_screens',
  'remote_links',
  'oauth_requests',
  'oauth_codes',
  'console_credentials',
  'sessions',
  'oauth_access_tokens',
  'oauth_refresh_tokens',
  'oauth_grant_uses',
  'oauth_grants',
  'backups',
] as const;

/** Matches search index tables, which are rebuilt from the verses: `queries/search/`. */
export const SEARCH_INDEX_TABLE = /^search_[0-9a-f]{32}$/;

const isBackedUp = (table: string): boolean => !(table in NOT_BACKED_UP) && !SEARCH_INDEX_TABLE.test(table);

/** A database table with its columns and their types. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Lists the tables of an SQLite database, each after the tables that it refers to. */
export function sqliteTables(database: DatabaseSync): TableDefinition[] {
  // Excludes virtual tables and their storage, which are the search index.
  const names = database
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%'
      ESCAPE '\\' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
    .filter(isBackedUp);
  const columnsOf = database.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid');
  const referredBy = database.prepare('SELECT "table" AS name FROM pragma_foreign_key_list(?)');
  const ordered: TableDefinition[] = [];
  const add = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`tables refer to each other in a circle: ${[...path, name].join(', ')}`);
    if (ordered.some((table) => table.name === name)) return;
    for (const { name: other } of referredBy.all(name)) if (other !== name) add(String(other), [...path, name]);
    const columns = columnsOf.all(name).map((column) => ({ name: String(column.name), type: String(column.type) }));
    ordered.push({ name, columns });
  };
  for (const name of names) add(name, []);
  return ordered;
}

/** Lists the tables of the current schema of a PostgreSQL connection, on which `query` runs. */
export async function postgresTables(
  query: (text: string) => Promise<{ rows: unknown[] }>,
): Promise<TableDefinition[]> {
  const { rows } = await query(
    `SELECT relation.relname AS "table", attname AS "column", format_type(atttypid, NULL) AS type
     FROM pg_class AS relation JOIN pg_attribute ON attrelid = relation.oid
     WHERE relation.relnamespace = current_schema()::regnamespace AND relation.relkind IN ('r', 'p')
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY relation.relname, attnum`,
  );
  const byTable = Map.groupBy(rows as { table: string; column: string; type: string }[], ({ table }) => table);
  return [...byTable]
    .filter(([name]) => isBackedUp(name))
    .map(([name, columns]) => ({ name, columns: columns.map(({ column, type }) => ({ name: column, type })) }));
}

/** Returns the number of rows of each table. */
export function countTableRows(database: DatabaseSync, tables: readonly TableDefinition[]): Record<string, number> {
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      Number(database.prepare(`SELECT count(*) AS rows FROM ${quoteIdentifier(name)}`).get()!.rows),
    ]),
  );
}

/** Quotes an identifier for both engines. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
