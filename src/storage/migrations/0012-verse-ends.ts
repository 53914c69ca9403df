import { type Kysely, sql } from 'kysely';

/** The last number of each verse, so that a bridge is found by all of its numbers; null in what was imported before. [D30] */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE verses ADD COLUMN last_verse INTEGER`.execute(db);
}
