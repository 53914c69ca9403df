import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Distinguishes button links from remote links. [D74] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await sql.raw(`ALTER TABLE remote_links ADD COLUMN kind ${text} NOT NULL DEFAULT 'remote'`).execute(db);
}
