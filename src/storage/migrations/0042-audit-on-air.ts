import { type Kysely, sql } from 'kysely';

/** Adds whether a change put what its detail names on air. Null, also for earlier records: not known to. [D43] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE audit ADD COLUMN on_air INTEGER').execute(db);
};
