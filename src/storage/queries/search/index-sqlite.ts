import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import { type InsertColumn, type InsertedRow, insertMany } from '../shared/insert-many.ts';
import { withoutFsync } from '../shared/without-fsync.ts';
import { readIndexedVerses } from './indexed-verses.ts';
import { type IndexedRevision, indexName } from './search-index.ts';

/** The most that SQLite takes. More pieces than any index has before they are merged: each portion of verses is one. */
const PIECES_MAX = 1_999;
/** Pages that are merged at a time, in some ten milliseconds. */
const MERGED_PAGES = 200;

const COLUMNS: readonly InsertColumn[] = [
  ['rowid', 'BIGINT'],
  ['words', 'TEXT'],
  ['stems', 'TEXT'],
];

/** Makes the index of a revision, portion by portion, in a transaction or in many small ones. */
export async function indexInSqlite(
  db: Kysely<Tables>,
  revision: IndexedRevision,
  signal: AbortSignal | undefined,
): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  // The text itself is in "verses". The tokenizer only has to keep words together as they come.
  await sql`CREATE VIRTUAL TABLE ${table} USING fts5(words, stems, content = '', columnsize = 0,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'")`.execute(db);
  // What comes in pieces is merged once, at the end.
  await setIndex(db, table, 'automerge', 0);
  await setIndex(db, table, 'crisismerge', PIECES_MAX);
  await insertMany(db, 'sqlite', name, COLUMNS, toRows(revision, signal));
  await mergePieces(db, table);
}

function* toRows(revision: IndexedRevision, signal: AbortSignal | undefined): Generator<InsertedRow[]> {
  for (const verses of readIndexedVerses(revision, signal)) {
    yield verses.map(({ place, words, stems }) => [place, words.join(' '), stems.join(' ')]);
  }
}

/** A command to the index, or a setting of it: https://sqlite.org/fts5.html#special_insert_commands */
const setIndex = (db: Kysely<Tables>, table: RawBuilder<unknown>, name: string, value: number) =>
  sql`INSERT INTO ${table} (${table}, rank) VALUES (${sql.lit(name)}, ${sql.lit(value)})`.execute(db);

/** Merges all pieces into one, some pages at a time, since a push waits for each step. The first step, below zero, takes up all there are. */
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
  return db.isTransaction ? merge(db) : withoutFsync(db, 'sqlite', (free) => free.transaction().execute(merge));
}

async function countChanges(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db);
  return rows[0]!.changes;
}
