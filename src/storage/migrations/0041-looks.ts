import { type Kysely, sql } from 'kysely';

/** Adds the looks of verses, songs and announcements. [D76] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE owner_profiles ADD COLUMN looks TEXT').execute(db);
};
