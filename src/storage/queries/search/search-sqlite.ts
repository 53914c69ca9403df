import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { FoundVerse, RankedPosition } from '../../storage.ts';
import { inReadTransaction } from '../shared/in-read-transaction.ts';
import type { MatchedVerse, ReadFirstVerses } from './look-up-verses.ts';
import { fromCanonPosition, indexName, POSITION_BITS, toCanonPosition } from './search-index.ts';
import type { FindTerms, SearchTerm, SearchTerms } from './search-terms.ts';

/** Everything in one transaction, which costs SQLite no trips. */
export const findInSqlite: FindTerms = (db, id, terms, { limit, after, total }) =>
  inReadTransaction(db, 'sqlite', async (transaction) => {
    if (!(await isCurrent(transaction, id))) return null;
    const table = indexName(id);
    const places = await readPlaces(transaction, table, terms, limit + 1, after);
    const page = places.slice(0, limit);
    const more = places.length > limit ? page.at(-1)! : null;
    const verses = await readVerses(transaction, id, page);
    if (verses.length < page.length) return null;
    const counted = total ?? (after || more ? await countFound(transaction, table, terms) : page.length);
    return { total: counted, verses, more };
  });

/** One statement for a revision, which is compiled once. CROSS: each verse is looked up by its key, in the order of the places. */
export const readFirstInSqlite: ReadFirstVerses = (db, id, terms, limit) =>
  inReadTransaction(db, 'sqlite', async (transaction) => {
    if (!(await isCurrent(transaction, id))) return null;
    const table = indexName(id);
    const [bits, mask] = [sql.lit(POSITION_BITS), sql.lit(2 ** POSITION_BITS - 1)];
    const { rows } = await sql<MatchedVerse>`
      SELECT verses.book_id AS "bookId", verses.chapter, verses.verse, verses.text
      FROM (SELECT rowid AS place FROM ${sql.id(table)} WHERE ${match(table, terms)} ORDER BY rowid LIMIT ${limit}) AS first
      CROSS JOIN verses ON verses.revision_id = ${id} AND verses.book_id = first.place >> (${bits} + ${bits})
        AND verses.chapter = (first.place >> ${bits}) & ${mask} AND verses.verse = first.place & ${mask}
      ORDER BY first.place
    `.execute(transaction);
    return rows;
  });

async function isCurrent(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const edition = transaction.selectFrom('editions').select('slug').where('revision_id', '=', id);
  return (await edition.executeTakeFirst()) !== undefined;
}

/** One rank after another, as many as are wanted; SQLite stops there. */
async function readPlaces(
  connection: Kysely<Tables>,
  table: string,
  terms: SearchTerms,
  wanted: number,
  after: RankedPosition | null,
): Promise<RankedPosition[]> {
  const parts = ranksOf(table, terms)
    .filter(({ rank }) => !after || rank >= after.rank)
    .map(({ rank, condition }) => {
      const from = after?.rank === rank ? after.place : 0;
      return sql`SELECT * FROM (SELECT ${sql.lit(rank)} AS rank, rowid AS place FROM ${sql.id(table)}
        WHERE ${condition} AND rowid > ${from} ORDER BY rowid LIMIT ${wanted})`;
    });
  const { rows } = await sql<RankedPosition>`${sql.join(parts, sql` UNION ALL `)} LIMIT ${wanted}`.execute(connection);
  return rows.sort((a, b) => a.rank - b.rank || a.place - b.place);
}

/** What the verses of a rank have, without those of a better one. */
function ranksOf(
  table: string,
  { together, asTyped, found }: SearchTerms,
): { rank: number; condition: RawBuilder<boolean> }[] {
  if (!asTyped) return [{ rank: 1, condition: match(table, found) }];
  return [
    ...(together ? [{ rank: 1, condition: match(table, together) }] : []),
    { rank: 2, condition: match(table, asTyped, together ?? undefined) },
    { rank: 3, condition: match(table, found, asTyped) },
  ];
}

async function countFound(connection: Kysely<Tables>, table: string, { found }: SearchTerms): Promise<number> {
  const count = sql<{ total: number }>`SELECT count(*) AS total FROM ${sql.id(table)} WHERE ${match(table, found)}`;
  return (await count.execute(connection)).rows[0]!.total;
}

/** Whether a verse has all of these terms, but not all of those. */
function match(table: string, all: readonly SearchTerm[], butNot?: readonly SearchTerm[]): RawBuilder<boolean> {
  const toExpression = (terms: readonly SearchTerm[]) =>
    `(${terms.map(({ column, words, isPrefix: begun }) => `${column} : "${words.join(' ')}"${begun ? '*' : ''}`).join(' AND ')})`;
  return sql`${sql.id(table)} MATCH ${toExpression(all) + (butNot ? ` NOT ${toExpression(butNot)}` : '')}`;
}

/** The verses at these places, in their order; none that is no longer there. */
async function readVerses(
  connection: Kysely<Tables>,
  revisionId: string,
  places: readonly RankedPosition[],
): Promise<FoundVerse[]> {
  if (places.length === 0) return [];
  const values = places.map(({ place }) => sql`(${sql.join(fromCanonPosition(place))})`);
  // A list to join with: each verse is looked up by its key, which SQLite does not do for a long OR. CROSS keeps the order of the
  // joins: for a longer list the planner would read the whole text instead.
  const { rows } = await sql<FoundVerse>`
    WITH places (book_id, chapter, verse) AS (VALUES ${sql.join(values)})
    SELECT verses.book_id AS "bookId", edition_books.name AS book, verses.chapter, verses.verse, verses.text
    FROM places
    CROSS JOIN verses ON verses.revision_id = ${revisionId} AND verses.book_id = places.book_id
      AND verses.chapter = places.chapter AND verses.verse = places.verse
    CROSS JOIN edition_books ON edition_books.revision_id = verses.revision_id AND edition_books.book_id = verses.book_id
  `.execute(connection);
  const byPlace = new Map(rows.map((row) => [toCanonPosition(row.bookId, row.chapter, row.verse), row]));
  return places.flatMap(({ place }) => byPlace.get(place) ?? []);
}
