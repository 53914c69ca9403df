import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { EditionBookText, Engine } from '../../storage.ts';
import { type Column, type InsertedRow, insertMany } from '../shared/insert-many.ts';
import { unsynced } from '../shared/unsynced.ts';
import { IndexWordsAside } from './search-index-aside.ts';
import type { FrequentWords } from './search-index-words.ts';

/** Room for chapters and for verses in a place; books come above them. No edition counts as far. */
export const PLACE_BITS = 20;
const PLACE_STEP = 2 ** PLACE_BITS;

/** Pieces of an index on SQLite, one a thousand verses, that are there before they are merged. */
const PIECES_MAX = 1_000;
/** Pages that are merged at a time, in some ten milliseconds. */
const MERGED_PAGES = 200;

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

/** What is read for an index, a portion at a time: of `readWordsAside`. */
type IndexWords = Pick<IndexWordsAside, 'next'>;

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

/** Begins to read what the index of a revision keeps: for `indexRevision`, and to be disposed of. */
export const readWordsAside = (engine: Engine, { language, books }: IndexedRevision): IndexWordsAside =>
  new IndexWordsAside({ engine, language, texts: books.flatMap(({ verses }) => verses.map(({ text }) => text)) });

/** Makes the index of a revision, for one who does not search in it yet; on PostgreSQL in the transaction that brings its text. */
export function indexRevision(
  db: Kysely<Tables>,
  engine: Engine,
  revision: IndexedRevision,
  reading: IndexWords,
): Promise<void> {
  return (engine === 'sqlite' ? indexInSqlite : indexInPostgres)(db, revision, reading);
}

/** Drops the index of a revision with its text. */
export async function dropIndex(transaction: Kysely<Tables>, revisionId: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.id(indexName(revisionId))}`.execute(transaction);
}

async function indexInSqlite(db: Kysely<Tables>, revision: IndexedRevision, reading: IndexWords): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  // The text itself is in "verses". The tokenizer only has to keep words together as they come.
  await sql`CREATE VIRTUAL TABLE ${table} USING fts5(words, stems, content = '', columnsize = 0,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'")`.execute(db);
  // What comes in pieces is merged once, at the end.
  await setIndex(db, table, 'automerge', 0);
  await setIndex(db, table, 'crisismerge', PIECES_MAX);
  await insertMany(db, 'sqlite', name, COLUMNS, toRows(revision, reading));
  await mergePieces(db, table);
}

/** A command to the index, or a setting of it: https://sqlite.org/fts5.html#special_insert_commands */
const setIndex = (db: Kysely<Tables>, table: RawBuilder<unknown>, name: string, value: number) =>
  sql`INSERT INTO ${table} (${table}, rank) VALUES (${sql.lit(name)}, ${sql.lit(value)})`.execute(db);

/** Makes one of all pieces, some pages at a time: who pushes waits for a step. The first, below zero, takes up all there are. */
async function mergePieces(db: Kysely<Tables>, table: RawBuilder<unknown>): Promise<void> {
  let merged = await mergeSome(db, table, -MERGED_PAGES);
  while (merged) {
    await nextTurn();
    merged = await mergeSome(db, table, MERGED_PAGES);
  }
}

/** False when there was nothing left to do. */
async function mergeSome(db: Kysely<Tables>, table: RawBuilder<unknown>, pages: number): Promise<boolean> {
  const merge = async (connection: Kysely<Tables>) => {
    const before = await countChanges(connection);
    await setIndex(connection, table, 'merge', pages);
    // The command itself is one.
    return (await countChanges(connection)) - before > 1;
  };
  return db.isTransaction ? merge(db) : unsynced(db, 'sqlite', (free) => free.transaction().execute(merge));
}

async function countChanges(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db);
  return rows[0]!.changes;
}

async function indexInPostgres(
  transaction: Kysely<Tables>,
  revision: IndexedRevision,
  reading: IndexWords,
): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  await sql`CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL, stems TSVECTOR NOT NULL)`.execute(
    transaction,
  );
  // Searches say themselves how they are carried out: one plan is kept for all words, whether they are rare or frequent.
  await sql`ALTER TABLE ${table} ALTER words SET STATISTICS 0, ALTER stems SET STATISTICS 0`.execute(transaction);
  let frequent: FrequentWords | undefined;
  const rows = toRows(revision, reading, (found) => {
    frequent = found;
  });
  await insertMany(transaction, 'postgres', name, COLUMNS, rows);
  await sql`CREATE INDEX ON ${table} USING gin (words, stems) WITH (fastupdate = off)`.execute(transaction);
  // That the places are in their order, without which a walk along them would seem dear.
  await sql`ANALYZE ${table}`.execute(transaction);
  // To count what a frequent word finds would take longer than all else; the table never changes, so its comment can say it.
  await sql`COMMENT ON TABLE ${table} IS ${sql.lit(JSON.stringify(frequent))}`.execute(transaction);
}

/** The rows of an index, in portions; `onFrequent` hears of the frequent words at the end. */
async function* toRows(
  { books }: IndexedRevision,
  reading: IndexWords,
  onFrequent?: (frequent: FrequentWords) => void,
): AsyncGenerator<InsertedRow[], void> {
  const places = books.flatMap(({ bookId, verses }) =>
    verses.map(({ chapter, verse }) => toPlace(bookId, chapter, verse)),
  );
  for (let at = 0; ; ) {
    const { done, value } = await reading.next();
    if (done) return onFrequent?.(value);
    yield value.words.map((words, index) => [places[at++]!, words, value.stems[index]!]);
  }
}
