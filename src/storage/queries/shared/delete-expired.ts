import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';

/** Rows with an end of their own: the table, its key, and the column of the end. */
interface Ending<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: keyof Tables[Table] & string;
  readonly end: keyof Tables[Table] & string;
}

/** Removes at most `limit` rows that were over at `now`. Answers how many. */
export async function deleteExpired<Table extends keyof Tables>(
  db: Kysely<Tables>,
  { table, key, end }: Ending<Table>,
  now: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
    SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${sql.ref(end)} <= ${now} LIMIT ${limit}
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
