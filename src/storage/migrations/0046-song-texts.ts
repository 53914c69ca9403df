import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Decks read at once; each can be a megabyte. */
const DECKS_AT_ONCE = 20;
const LINE_MAX_CHARACTERS = 120;

interface Deck {
  readonly id: string;
  readonly slides: string;
}

/** Adds the language, the songbook, and the first line by which songs of one name are distinguished. [D77] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const statements = [
    'ALTER TABLE decks ADD COLUMN language_tag TEXT',
    'ALTER TABLE decks ADD COLUMN songbook TEXT',
    'ALTER TABLE decks ADD COLUMN song_number TEXT',
    `ALTER TABLE decks ADD COLUMN first_line ${text} NOT NULL DEFAULT ''`,
    'ALTER TABLE snapshots ADD COLUMN language_tag TEXT',
    'ALTER TABLE snapshots ADD COLUMN songbook TEXT',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  let after = '';
  for (;;) {
    const { rows } = await sql<Deck>`
      SELECT id, slides FROM decks WHERE id > ${after} ORDER BY id LIMIT ${DECKS_AT_ONCE}`.execute(db);
    for (const { id, slides } of rows) {
      await sql`UPDATE decks SET first_line = ${firstLineOf(slides)} WHERE id = ${id}`.execute(db);
    }
    if (rows.length < DECKS_AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

function firstLineOf(slides: string): string {
  const texts = (JSON.parse(slides) as { text: string | null }[]).map(({ text }) => text?.trim() ?? '');
  const [line = ''] = (texts.find((text) => text !== '') ?? '').split('\n');
  return line.trim().slice(0, LINE_MAX_CHARACTERS).toWellFormed();
}
