import { type Kysely, sql } from 'kysely';

/** Adds the time at which the service of a plan starts. [D65] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE plans ADD COLUMN starts_at TEXT').execute(db);
};
