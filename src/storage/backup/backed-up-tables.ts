import type { DatabaseSync } from 'node:sqlite';

/** Tables that no backup holds, each with the reason; every other table of the schema is in each backup. */
export const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  kysely_migration: 'the migrations fill it; its names are in the manifest',
  kysely_migration_lock: 'it locks the migrations while they run',
  watches: 'which node holds polls that wait now: it ends within a minute, and only several nodes have it',
  operators: 'who operates a Live now: it ends within a minute',
  output_leases: 'which pages of outputs and remote links are open now: they connect again, and get new ones',
  output_reports: 'what outputs have painted last: they say it again when they paint',
  budgets: 'counts of one minute, which only several nodes have',
};

/**
 * Tables that a restore leaves empty, each before those that it refers to: what a person, a browser or an app holds for a while.
 * What has ended since the backup was made, or has been used, would else count again: a refresh token that was stolen and spent, too.
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
] as const;

/** The search index of a revision is made anew from its verses: `queries/search/`. */
export const SEARCH_INDEX_TABLE = /^search_[0-9a-f]{32}$/;

const isBackedUp = (table: string): boolean => !(table in NOT_BACKED_UP) && !SEARCH_INDEX_TABLE.test(table);

/** A table of a database, with its columns and their types. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Those of an SQLite database, each after the tables that it refers to. */
export function sqliteTables(database: DatabaseSync): TableDefinition[] {
  // Virtual tables and what they are kept in are the search index.
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

/** Those of the schema of a PostgreSQL connection, which runs `query`. */
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

/** Rows of each table. */
export function countTableRows(database: DatabaseSync, tables: readonly TableDefinition[]): Record<string, number> {
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      Number(database.prepare(`SELECT count(*) AS rows FROM ${quoteIdentifier(name)}`).get()!.rows),
    ]),
  );
}

/** A name as both engines take it. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
