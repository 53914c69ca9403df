import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** Allows more than 2³¹ changes of a Live. SQLite's integers already have 64 bits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`ALTER TABLE lives ALTER COLUMN sequence TYPE BIGINT`.execute(db);
}
