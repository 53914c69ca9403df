import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import { type InsertColumn, type InsertedRow, insertMany } from '../shared/insert-many.ts';
import { FrequentWordCounts } from './frequent-words.ts';
import { readIndexedVerses } from './indexed-verses.ts';
import { type IndexedRevision, indexName } from './search-index.ts';

const COLUMNS: readonly InsertColumn[] = [
  ['rowid', 'BIGINT'],
  ['words', 'TSVECTOR'],
  ['stems', 'TSVECTOR'],
];

/** Makes the index of a revision, in the transaction that brings its text. */
export async function indexInPostgres(
  transaction: Kysely<Tables>,
  revision: IndexedRevision,
  signal: AbortSignal | undefined,
): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  await sql`CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL, stems TSVECTOR NOT NULL)`.execute(
    transaction,
  );
  // Searches say themselves how they are carried out: one plan is kept for all words, whether they are rare or frequent.
  await sql`ALTER TABLE ${table} ALTER words SET STATISTICS 0, ALTER stems SET STATISTICS 0`.execute(transaction);
  const counts = new FrequentWordCounts();
  await insertMany(transaction, 'postgres', name, COLUMNS, toRows(revision, counts, signal));
  for (const verses of readIndexedVerses(revision, signal)) {
    for (const verse of verses) counts.addPairs(verse);
    await nextTurn();
  }
  await sql`CREATE INDEX ON ${table} USING gin (words, stems) WITH (fastupdate = off)`.execute(transaction);
  // That the places are in their order, without which a walk along them would seem dear.
  await sql`ANALYZE ${table}`.execute(transaction);
  // To count what a frequent word finds would take longer than all else; the table never changes, so its comment can say it.
  await sql`COMMENT ON TABLE ${table} IS ${sql.lit(JSON.stringify(counts.result()))}`.execute(transaction);
}

function* toRows(
  revision: IndexedRevision,
  counts: FrequentWordCounts,
  signal: AbortSignal | undefined,
): Generator<InsertedRow[]> {
  for (const verses of readIndexedVerses(revision, signal)) {
    for (const verse of verses) counts.addVerse(verse);
    yield verses.map(({ place, words, stems }) => [place, toVector(words), toVector(stems)]);
  }
}

/** A tsvector as text. A word holds nothing that would have to be escaped. */
const toVector = (words: readonly string[]): string => words.map((word, index) => `'${word}':${index + 1}`).join(' ');
