import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** A Live can change more than 2³¹ times; SQLite's integers have 64 bits anyway. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`ALTER TABLE lives ALTER COLUMN sequence TYPE BIGINT`.execute(db);
}
