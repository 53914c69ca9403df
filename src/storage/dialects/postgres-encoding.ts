import { type Kysely, sql } from 'kysely';
import { UnusableDataError } from '../unusable-data-error.ts';

/** The encoding that supports all text and validates it: SQL_ASCII accepts any bytes. */
export const POSTGRES_ENCODING = 'UTF8';

/** Checks the encoding. Call it before creating anything in a database. Throws UnusableDataError. */
export async function requireEncoding(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`SELECT current_setting('server_encoding') AS encoding`.execute(db);
  const { encoding } = rows[0]!;
  if (encoding === POSTGRES_ENCODING) return;
  throw new UnusableDataError(
    `The database has the encoding ${encoding} but needs ${POSTGRES_ENCODING}. Nothing was changed. Create another database, ` +
      `and move the data with a backup ("doctor" explains how).`,
  );
}
