import { type Kysely, sql } from 'kysely';

/** Which slide an entry of the history of a Live has shown, and where the entry before it was left. [D57] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE journal ADD COLUMN place TEXT').execute(db);
};
