import { setImmediate as nextTick } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import { type InsertColumn, type InsertedRow, insertMany } from '../shared/insert-many.ts';
import { withoutFsync } from '../shared/without-fsync.ts';
import { readIndexedVerses } from './indexed-verses.ts';
import { type IndexedRevision, indexName } from './search-index.ts';

/** SQLite's maximum. No index has more segments before they are merged: each batch of verses is one. */
const SEGMENTS_MAX = 1_999;
/** Pages merged at a time, which takes about ten milliseconds. */
const PAGES_PER_MERGE = 200;

const COLUMNS: readonly InsertColumn[] = [
  ['rowid', 'BIGINT'],
  ['words', 'TEXT'],
  ['stems', 'TEXT'],
];

/** Creates the index of a revision in batches, in the current transaction or in many small ones. */
export async function indexInSqlite(
  db: Kysely<Tables>,
  revision: IndexedRevision,
  signal: AbortSignal | undefined,
): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  // Contentless: the text is in "verses". The tokenizer only has to keep the given words intact.
  await sql`CREATE VIRTUAL TABLE ${table} USING fts5(words, stems, content = '', columnsize = 0,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'")`.execute(db);
  // Disables automatic merging: segments are merged once, at the end.
  await configureIndex(db, table, 'automerge', 0);
  await configureIndex(db, table, 'crisismerge', SEGMENTS_MAX);
  await insertMany(db, 'sqlite', name, COLUMNS, toRows(revision, signal));
  await mergeSegments(db, table);
}

function* toRows(revision: IndexedRevision, signal: AbortSignal | undefined): Generator<InsertedRow[]> {
  for (const verses of readIndexedVerses(revision, signal)) {
    yield verses.map(({ place, words, stems }) => [place, words.join(' '), stems.join(' ')]);
  }
}

/** Runs a command of the index or changes one of its settings: https://sqlite.org/fts5.html#special_insert_commands */
const configureIndex = (db: Kysely<Tables>, table: RawBuilder<unknown>, name: string, value: number) =>
  sql`INSERT INTO ${table} (${table}, rank) VALUES (${sql.lit(name)}, ${sql.lit(value)})`.execute(db);

/**
 * Merges all segments into one, a few pages at a time, since pushes wait for each step. The first step has a negative
 * page count, which makes it include all segments.
 */
async function mergeSegments(db: Kysely<Tables>, table: RawBuilder<unknown>): Promise<void> {
  let merged = await mergeSome(db, table, -PAGES_PER_MERGE);
  while (merged) {
    await nextTick();
    merged = await mergeSome(db, table, PAGES_PER_MERGE);
  }
}

/** Merges some pages. Returns false when nothing is left to merge. */
async function mergeSome(db: Kysely<Tables>, table: RawBuilder<unknown>, pages: number): Promise<boolean> {
  const merge = async (connection: Kysely<Tables>) => {
    const before = await countChanges(connection);
    await configureIndex(connection, table, 'merge', pages);
    // The command itself counts as one change.
    return (await countChanges(connection)) - before > 1;
  };
  return db.isTransaction ? merge(db) : withoutFsync(db, 'sqlite', (free) => free.transaction().execute(merge));
}

async function countChanges(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db);
  return rows[0]!.changes;
}
