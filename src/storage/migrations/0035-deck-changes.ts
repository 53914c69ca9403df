import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Adds the number of slides of a deck, and the time of its last change, which was not recorded before. [D26] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const count = engine === 'sqlite' ? 'json_array_length(slides)' : 'json_array_length(slides::json)';
  const statements = [
    `ALTER TABLE decks ADD COLUMN updated_at ${text} NOT NULL DEFAULT ''`,
    'ALTER TABLE decks ADD COLUMN slide_count INTEGER NOT NULL DEFAULT 0',
    `UPDATE decks SET updated_at = created_at, slide_count = ${count}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
