import { type Kysely, sql } from 'kysely';

/**
 * Adds the last number of each verse, so that a verse bridge is found by all of its numbers. Null in earlier imports.
 * [D30]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE verses ADD COLUMN last_verse INTEGER`.execute(db);
}
