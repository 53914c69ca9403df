import { type Kysely, sql } from 'kysely';

/** Adds the content that the plan entry shown last brought on air. [D55] */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('ALTER TABLE lives ADD COLUMN plan_contents TEXT').execute(db);
};
