import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Adds when the queue of a Live or its paging last changed, and who made the last change. [D55] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { long } = columnTypes(engine);
  for (const column of [`queue_revision ${long} NOT NULL DEFAULT 0`, 'changed TEXT']) {
    await sql.raw(`ALTER TABLE lives ADD COLUMN ${column}`).execute(db);
  }
}
