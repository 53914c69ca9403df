import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Engine } from '../storage.ts';

/** Rows a statement: with five columns far below the 32,766 parameters that SQLite takes. It is some 5 ms of work. */
const ROWS_PER_STATEMENT = 1_000;

/** A column with its type in PostgreSQL. */
export type Column = readonly [name: string, type: 'BIGINT' | 'INTEGER' | 'TEXT' | 'TSVECTOR'];

/**
 * Inserts as many rows as a whole Bible has, without the query builder, which would cost more than the database. The process does
 * other things between two statements. `table` and the columns are names that the program made.
 */
export async function insertMany(
  db: Kysely<Tables>,
  engine: Engine,
  table: string,
  columns: readonly Column[],
  rows: Iterable<readonly (string | number)[]>,
): Promise<void> {
  const insert = engine === 'sqlite' ? insertIntoSqlite : insertIntoPostgres;
  let some: (readonly (string | number)[])[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < ROWS_PER_STATEMENT) continue;
    await db.executeQuery(insert(table, columns, some));
    await nextTurn();
    some = [];
  }
  if (some.length > 0) await db.executeQuery(insert(table, columns, some));
}

type Insert = (
  table: string,
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
) => CompiledQuery;

const toHead = (table: string, columns: readonly Column[]): string =>
  `INSERT INTO "${table}" (${columns.map(([name]) => name).join(', ')})`;

const insertIntoSqlite: Insert = (table, columns, rows) => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return CompiledQuery.raw(`${toHead(table, columns)} VALUES ${rows.map(() => row).join(', ')}`, rows.flat());
};

/** An array a column: one statement, however many rows. */
const insertIntoPostgres: Insert = (table, columns, rows) => {
  const values = columns.map(([name, type]) => (type === 'TSVECTOR' ? `${name}::tsvector` : name)).join(', ');
  const arrays = columns.map(([, type], at) => `$${at + 1}::${type === 'TSVECTOR' ? 'TEXT' : type}[]`).join(', ');
  const names = columns.map(([name]) => name).join(', ');
  return CompiledQuery.raw(
    `${toHead(table, columns)} SELECT ${values} FROM unnest(${arrays}) AS given (${names})`,
    columns.map((_, at) => rows.map((row) => row[at])),
  );
};
