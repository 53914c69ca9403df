import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { withoutFsync } from './without-fsync.ts';

export type InsertedRow = readonly (string | number)[];

/** A column with its type in PostgreSQL. */
export type InsertColumn = readonly [name: string, type: 'BIGINT' | 'INTEGER' | 'TEXT' | 'TSVECTOR'];

/**
 * Inserts as many rows as a whole Bible has, without the query builder, which would cost more than the database: a statement for each of
 * the portions, which are of `chunk`. The process does other things between two statements. `table` and the columns are names
 * that the program made.
 */
export async function insertMany(
  db: Kysely<Tables>,
  engine: Engine,
  table: string,
  columns: readonly InsertColumn[],
  portions: Iterable<readonly InsertedRow[]>,
): Promise<void> {
  const insert = engine === 'sqlite' ? insertIntoSqlite : insertIntoPostgres;
  for (const rows of portions) {
    await withoutFsync(db, engine, (connection) => connection.executeQuery(insert(table, columns, rows)));
    await nextTurn();
  }
}

type Insert = (table: string, columns: readonly InsertColumn[], rows: readonly InsertedRow[]) => CompiledQuery;

const toHead = (table: string, columns: readonly InsertColumn[]): string =>
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
