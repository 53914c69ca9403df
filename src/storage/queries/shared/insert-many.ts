import { setImmediate as nextTick } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { withoutFsync } from './without-fsync.ts';

export type InsertedRow = readonly (string | number)[];

/** A column and its PostgreSQL type. */
export type InsertColumn = readonly [name: string, type: 'BIGINT' | 'INTEGER' | 'TEXT' | 'TSVECTOR'];

/**
 * Inserts many rows, such as a whole Bible, one statement per batch. Bypasses the query builder, which would cost more
 * than the database, and yields to other work between statements. Table and column names are not escaped and must come
 * from the program.
 */
export async function insertMany(
  db: Kysely<Tables>,
  engine: Engine,
  table: string,
  columns: readonly InsertColumn[],
  batches: Iterable<readonly InsertedRow[]>,
): Promise<void> {
  const insert = engine === 'sqlite' ? insertIntoSqlite : insertIntoPostgres;
  for (const rows of batches) {
    await withoutFsync(db, engine, (connection) => connection.executeQuery(insert(table, columns, rows)));
    await nextTick();
  }
}

type Insert = (table: string, columns: readonly InsertColumn[], rows: readonly InsertedRow[]) => CompiledQuery;

const toInsertInto = (table: string, columns: readonly InsertColumn[]): string =>
  `INSERT INTO "${table}" (${columns.map(([name]) => name).join(', ')})`;

const insertIntoSqlite: Insert = (table, columns, rows) => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return CompiledQuery.raw(`${toInsertInto(table, columns)} VALUES ${rows.map(() => row).join(', ')}`, rows.flat());
};

/** Passes one array per column, so that the statement is the same for any number of rows. */
const insertIntoPostgres: Insert = (table, columns, rows) => {
  const values = columns.map(([name, type]) => (type === 'TSVECTOR' ? `${name}::tsvector` : name)).join(', ');
  const arrays = columns.map(([, type], at) => `$${at + 1}::${type === 'TSVECTOR' ? 'TEXT' : type}[]`).join(', ');
  const names = columns.map(([name]) => name).join(', ');
  return CompiledQuery.raw(
    `${toInsertInto(table, columns)} SELECT ${values} FROM unnest(${arrays}) AS given (${names})`,
    columns.map((_, at) => rows.map((row) => row[at])),
  );
};
