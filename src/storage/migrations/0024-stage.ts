import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Adds the backstage state of a Live, and its version. [D62] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { long } = columnTypes(engine);
  for (const column of [`aside_version ${long} NOT NULL DEFAULT 0`, 'stage TEXT']) {
    await sql.raw(`ALTER TABLE lives ADD COLUMN ${column}`).execute(db);
  }
}
