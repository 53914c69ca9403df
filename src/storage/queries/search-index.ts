import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '../../contract/schemas/translation.ts';
import type { Tables } from '../schema.ts';
import { toStem, toWords } from '../search-words.ts';
import type { EditionBookText, Engine } from '../storage.ts';
import { type Column, insertMany } from './insert-many.ts';

/** A word is frequent that this many verses have; a Bible of 31,000 has some 60 of them. */
const FREQUENT_MIN_VERSES = 2_000;
/** Room for chapters and for verses in a place; books come above them. No edition counts as far. */
export const PLACE_BITS = 20;
const PLACE_STEP = 2 ** PLACE_BITS;

const COLUMNS: readonly Column[] = [
  ['rowid', 'BIGINT'],
  ['words', 'TSVECTOR'],
  ['stems', 'TSVECTOR'],
];

/** A revision of an edition, as far as it is searched. */
export interface IndexedRevision {
  readonly id: string;
  readonly language: Language;
  readonly books: readonly Pick<EditionBookText, 'bookId' | 'verses'>[];
}

/** How many verses have each frequent word, and each frequent stem. */
export interface FrequentWords {
  readonly words: Readonly<Record<string, number>>;
  readonly stems: Readonly<Record<string, number>>;
}

/**
 * The search index of a revision is a table of its own, so that it is filled and dropped as quickly as a file, and no other
 * edition makes it slower. A row is a verse: its words as written, and their stems, at the same positions.
 */
export const indexName = (revisionId: string): string =>
  `search_${createHash('sha256').update(revisionId).digest('hex').slice(0, 32)}`;

/** Where a verse stands in the canon, as one number that both engines sort by. */
export const toPlace = (bookId: number, chapter: number, verse: number): number =>
  (bookId * PLACE_STEP + chapter) * PLACE_STEP + verse;

/** The book, the chapter and the verse of a place. */
export const ofPlace = (place: number): number[] => [
  Math.floor(place / PLACE_STEP / PLACE_STEP),
  Math.floor(place / PLACE_STEP) % PLACE_STEP,
  place % PLACE_STEP,
];

/** Makes the index of a revision. To be called in the transaction that brings its text. */
export function indexRevision(transaction: Kysely<Tables>, engine: Engine, revision: IndexedRevision): Promise<void> {
  return (engine === 'sqlite' ? indexInSqlite : indexInPostgres)(transaction, revision);
}

/** Drops the index of a revision with its text. */
export async function dropIndex(transaction: Kysely<Tables>, revisionId: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.id(indexName(revisionId))}`.execute(transaction);
}

async function indexInSqlite(transaction: Kysely<Tables>, revision: IndexedRevision): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  // The text itself is in "verses". The tokenizer only has to keep words together as they come.
  await sql`CREATE VIRTUAL TABLE ${table} USING fts5(words, stems, content = '', columnsize = 0,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'")`.execute(transaction);
  // What comes in pieces is merged once, at the end.
  await sql`INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`.execute(transaction);
  await insertMany(
    transaction,
    'sqlite',
    name,
    COLUMNS,
    rowsOf(revision, (words) => words.join(' ')),
  );
  await sql`INSERT INTO ${table} (${table}) VALUES ('optimize')`.execute(transaction);
}

async function indexInPostgres(transaction: Kysely<Tables>, revision: IndexedRevision): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  await sql`CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL, stems TSVECTOR NOT NULL)`.execute(
    transaction,
  );
  const counts = { words: new Map<string, number>(), stems: new Map<string, number>() };
  const count = (column: keyof FrequentWords, words: readonly string[]) => {
    for (const word of new Set(words)) counts[column].set(word, (counts[column].get(word) ?? 0) + 1);
  };
  await insertMany(transaction, 'postgres', name, COLUMNS, rowsOf(revision, toVector, count));
  await sql`CREATE INDEX ON ${table} USING gin (words, stems) WITH (fastupdate = off)`.execute(transaction);
  await sql`ANALYZE ${table}`.execute(transaction);
  // To count what a frequent word finds would take longer than all else; the table never changes, so its comment can say it.
  const frequent: FrequentWords = { words: onlyFrequent(counts.words), stems: onlyFrequent(counts.stems) };
  await sql`COMMENT ON TABLE ${table} IS ${sql.lit(JSON.stringify(frequent))}`.execute(transaction);
}

const onlyFrequent = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].filter(([, verses]) => verses >= FREQUENT_MIN_VERSES));

/** The rows of an index; `onColumn` hears of the words of each column of each row. */
function* rowsOf(
  { language, books }: IndexedRevision,
  toIndexed: (words: string[]) => string,
  onColumn?: (column: keyof FrequentWords, words: readonly string[]) => void,
) {
  for (const { bookId, verses } of books) {
    for (const { chapter, verse, text } of verses) {
      const words = toWords(text);
      const stems = words.map((word) => toStem(word, language));
      onColumn?.('words', words);
      onColumn?.('stems', stems);
      yield [toPlace(bookId, chapter, verse), toIndexed(words), toIndexed(stems)];
    }
  }
}

/** A tsvector as text: words of `toWords` hold nothing that would have to be escaped. */
function toVector(words: readonly string[]): string {
  return words.map((word, index) => `'${word}':${index + 1}`).join(' ');
}
