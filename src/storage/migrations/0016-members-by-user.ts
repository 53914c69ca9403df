import { type Kysely, sql } from 'kysely';

/** Somebody's organizations are asked for by each page of an account; without it all members of all of them were looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX members_by_user ON members (user_id)`.execute(db);
}
