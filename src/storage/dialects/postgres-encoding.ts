import { type Kysely, sql } from 'kysely';
import { UnusableDataError } from '../unusable-data-error.ts';

/** The encoding that holds all text, and nothing that is none: SQL_ASCII takes bytes as they come. */
export const POSTGRES_ENCODING = 'UTF8';

/** To be called before anything is made in a database. Throws UnusableDataError. */
export async function requireEncoding(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`SELECT current_setting('server_encoding') AS encoding`.execute(db);
  const { encoding } = rows[0]!;
  if (encoding === POSTGRES_ENCODING) return;
  throw new UnusableDataError(
    `The database has the encoding ${encoding}, and must have ${POSTGRES_ENCODING}. Nothing was changed: make another, ` +
      `and bring what is in this one there by a backup ("doctor" says how).`,
  );
}
