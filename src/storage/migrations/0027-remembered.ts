import { type Kysely, sql } from 'kysely';

/** Adds the state that a Live shows again when an interruption ends. [D57] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE lives ADD COLUMN remembered TEXT').execute(db);
};
