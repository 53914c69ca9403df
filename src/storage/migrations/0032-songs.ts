import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Decks read at once; each can be a megabyte. */
const DECKS_AT_ONCE = 20;
const WORDS_MAX_CHARACTERS = 10_000;

interface Deck {
  readonly id: string;
  readonly title: string;
  readonly slides: string;
}

/** Adds the kind, order and footer of songs, and the words by which decks are found. [D70] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const statements = [
    `ALTER TABLE decks ADD COLUMN kind ${text} NOT NULL DEFAULT 'slides'`,
    'ALTER TABLE decks ADD COLUMN slide_order TEXT',
    'ALTER TABLE decks ADD COLUMN footer TEXT',
    `ALTER TABLE decks ADD COLUMN words ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE snapshots ADD COLUMN kind ${text} NOT NULL DEFAULT 'slides'`,
    'ALTER TABLE snapshots ADD COLUMN footer TEXT',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  let after = '';
  for (;;) {
    const { rows } = await sql<Deck>`
      SELECT id, title, slides FROM decks WHERE id > ${after} ORDER BY id LIMIT ${DECKS_AT_ONCE}`.execute(db);
    for (const deck of rows) await sql`UPDATE decks SET words = ${wordsOf(deck)} WHERE id = ${deck.id}`.execute(db);
    if (rows.length < DECKS_AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

function wordsOf({ title, slides }: Deck): string {
  const texts = (JSON.parse(slides) as { title: string | null; text: string | null }[]).flatMap((slide) => [
    slide.title ?? '',
    slide.text ?? '',
  ]);
  return ` ${fold(title)} | ${fold(texts.join(' '))}`.slice(0, WORDS_MAX_CHARACTERS);
}

const fold = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .toLowerCase()
      .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
