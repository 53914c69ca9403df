import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** Adds the backstage state of a Live, and its version. [D62] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const long = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
  for (const column of [`aside_version ${long} NOT NULL DEFAULT 0`, 'stage TEXT']) {
    await sql.raw(`ALTER TABLE lives ADD COLUMN ${column}`).execute(db);
  }
}
