import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { FoundVerse, RankedPosition } from '../../storage.ts';
import { chunk } from '../shared/chunk.ts';
import { inReadTransaction } from '../shared/in-read-transaction.ts';
import { fromCanonPosition, indexName, POSITION_BITS, toCanonPosition } from './search-index.ts';
import type { FindTerms, MatchedVerse, ReadFirstVerses, SearchTerm, SearchTerms } from './search-terms.ts';

/** Finds terms in one transaction, which costs no round trips on SQLite. */
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

/**
 * Reads the first matches. The statement is compiled once per revision. CROSS JOIN looks up each verse by its key, in
 * the order of the positions.
 */
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

/** Editions for each statement. SQLite combines at most 500. */
const EDITIONS_PER_STATEMENT = 100;

/** Returns the ids of those current revisions that have a verse with all their terms. */
export const listMatchingInSqlite = (
  db: Kysely<Tables>,
  revisions: readonly { readonly id: string; readonly terms: readonly SearchTerm[] }[],
): Promise<ReadonlySet<string>> =>
  inReadTransaction(db, 'sqlite', async (transaction) => {
    const ids = new Set<string>();
    for (const some of chunk(revisions, EDITIONS_PER_STATEMENT)) {
      const current = await transaction
        .selectFrom('editions')
        .select('revision_id')
        .where(
          'revision_id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
      const known = new Set(current.map(({ revision_id }) => revision_id));
      const parts = some
        .filter(({ id }) => known.has(id))
        .map(({ id, terms }) => {
          const table = indexName(id);
          return sql`SELECT ${id} AS id WHERE EXISTS (SELECT 1 FROM ${sql.id(table)} WHERE ${match(table, terms)})`;
        });
      if (parts.length === 0) continue;
      const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(transaction);
      for (const { id } of rows) ids.add(id);
    }
    return ids;
  });

async function isCurrent(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const edition = transaction.selectFrom('editions').select('slug').where('revision_id', '=', id);
  return (await edition.executeTakeFirst()) !== undefined;
}

/** Reads positions rank by rank until there are enough; SQLite stops there. */
async function readPlaces(
  connection: Kysely<Tables>,
  table: string,
  terms: SearchTerms,
  limit: number,
  after: RankedPosition | null,
): Promise<RankedPosition[]> {
  const parts = ranksOf(table, terms)
    .filter(({ rank }) => !after || rank >= after.rank)
    .map(({ rank, condition }) => {
      const from = after?.rank === rank ? after.place : 0;
      return sql`SELECT * FROM (SELECT ${sql.lit(rank)} AS rank, rowid AS place FROM ${sql.id(table)}
        WHERE ${condition} AND rowid > ${from} ORDER BY rowid LIMIT ${limit})`;
    });
  const { rows } = await sql<RankedPosition>`${sql.join(parts, sql` UNION ALL `)} LIMIT ${limit}`.execute(connection);
  return rows.sort((a, b) => a.rank - b.rank || a.place - b.place);
}

/** Returns the condition of each rank, which excludes verses of better ranks. */
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

/** Builds the condition that a verse contains all terms, but not all of `butNot`. */
function match(table: string, all: readonly SearchTerm[], excluded?: readonly SearchTerm[]): RawBuilder<boolean> {
  const toPhrase = ({ column, isPrefix }: SearchTerm, words: readonly string[]) =>
    `${column} : "${words.join(' ')}"${isPrefix ? '*' : ''}`;
  const toTerm = (term: SearchTerm) =>
    term.or ? `(${toPhrase(term, term.words)} OR ${toPhrase(term, term.or)})` : toPhrase(term, term.words);
  const toExpression = (terms: readonly SearchTerm[]) => `(${terms.map(toTerm).join(' AND ')})`;
  return sql`${sql.id(table)} MATCH ${toExpression(all) + (excluded ? ` NOT ${toExpression(excluded)}` : '')}`;
}

/** Returns the verses at these positions, in order. Omits verses that no longer exist. */
async function readVerses(
  connection: Kysely<Tables>,
  revisionId: string,
  places: readonly RankedPosition[],
): Promise<FoundVerse[]> {
  if (places.length === 0) return [];
  const values = places.map(({ place }) => sql`(${sql.join(fromCanonPosition(place))})`);
  // Joins with a list, so that each verse is looked up by its key, which SQLite does not do for a long OR. CROSS JOIN
  // fixes the join order: for a longer list the planner would scan the whole text.
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
