import { type Kysely, sql } from 'kysely';

/**
 * Adds an index for a user's organizations, which every account page reads. Without it, all memberships were scanned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX members_by_user ON members (user_id)`.execute(db);
}
