import { type Kysely, sql } from 'kysely';

/** Adds the slide of a history entry, and the last position in the previous entry. [D57] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE journal ADD COLUMN place TEXT').execute(db);
};
