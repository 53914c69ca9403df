import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';

/** A table with expiring rows: its key, and the column with the expiry. */
interface ExpiringTable<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: keyof Tables[Table] & string;
  readonly end: keyof Tables[Table] & string;
}

/** Deletes at most `limit` rows that were expired at `now`. Returns the number of deleted rows. */
export async function deleteExpired<Table extends keyof Tables>(
  db: Kysely<Tables>,
  { table, key, end }: ExpiringTable<Table>,
  now: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
    SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${sql.ref(end)} <= ${now} LIMIT ${limit}
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
