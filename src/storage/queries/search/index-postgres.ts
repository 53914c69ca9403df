import { setImmediate as nextTick } from 'node:timers/promises';
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

/**
 * Time that the transaction may spend between two statements, while words are counted. It holds no lock that another
 * transaction waits for.
 */
const COUNTING_MAX_SECONDS = 60;

/** Creates the index of a revision in the transaction that imports its text. */
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
  // Searches determine their own plan: one plan is kept for all words, rare or frequent.
  await sql`ALTER TABLE ${table} ALTER words SET STATISTICS 0, ALTER stems SET STATISTICS 0`.execute(transaction);
  await sql`SET LOCAL idle_in_transaction_session_timeout = ${sql.lit(`${COUNTING_MAX_SECONDS}s`)}`.execute(
    transaction,
  );
  const counts = new FrequentWordCounts();
  await insertMany(transaction, 'postgres', name, COLUMNS, toRows(revision, counts, signal));
  for (const verses of readIndexedVerses(revision, signal)) {
    for (const verse of verses) counts.addPairs(verse);
    await nextTick();
  }
  await sql`CREATE INDEX ON ${table} USING gin (words, stems) WITH (fastupdate = off)`.execute(transaction);
  // Records that positions are in physical order. Without that, the planner would overestimate an index scan by
  // position.
  await sql`ANALYZE ${table}`.execute(transaction);
  // Stores the counts as the comment of the table, which never changes: counting the matches of a frequent word would
  // take longer than the rest of a search.
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

/** Formats words as a tsvector. They contain no characters that need escaping. */
const toVector = (words: readonly string[]): string => words.map((word, index) => `'${word}':${index + 1}`).join(' ');
