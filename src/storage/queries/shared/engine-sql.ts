import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Locks the selected rows until the transaction ends. SQLite has no such clause: one transaction runs at a time. */
export const lockRows = (engine: Engine, clause: `FOR ${string}`): RawBuilder<unknown> =>
  sql.raw(engine === 'postgres' ? clause : '');

/** Lets other transactions that write to the tables wait until this one ends. SQLite always does. */
export async function lockTables(
  transaction: Transaction<Tables>,
  engine: Engine,
  ...tables: (keyof Tables)[]
): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`LOCK TABLE ${sql.join(tables.map(sql.table))} IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
}

/** Lets other transactions that take the lock of this name wait until this one ends. SQLite always does. */
export async function lockByName(transaction: Transaction<Tables>, engine: Engine, name: string): Promise<void> {
  if (engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction);
}

/** Returns the Unix time in seconds from the database's clock, which all nodes share. */
export const databaseClock = (engine: Engine): RawBuilder<number> =>
  engine === 'sqlite' ? sql`unixepoch('subsec')` : sql`extract(epoch FROM clock_timestamp())::float8`;

/** Returns the size of the database. */
export const databaseBytes = (engine: Engine): RawBuilder<number> =>
  engine === 'sqlite'
    ? sql`(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())`
    : sql`pg_database_size(current_database())`;

/** Returns the greater of two values. */
export const greatest = (engine: Engine, one: string, other: string): RawBuilder<number> =>
  sql`${sql.raw(engine === 'sqlite' ? 'max' : 'greatest')}(${sql.ref(one)}, ${sql.ref(other)})`;

/** Returns the number of elements of a column with a JSON array. */
export const jsonArrayLength = (engine: Engine, column: string): RawBuilder<number> =>
  engine === 'sqlite' ? sql`json_array_length(${sql.ref(column)})` : sql`json_array_length(${sql.ref(column)}::json)`;
