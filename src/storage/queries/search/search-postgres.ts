import { type Kysely, type RawBuilder, sql } from 'kysely';
import { registerCachedStatement } from '../../dialects/prepared-statements.ts';
import type { Tables } from '../../schema.ts';
import type { FoundVerse, RankedPosition } from '../../storage.ts';
import { type FrequentWords, INDEX_VERSION } from './frequent-words.ts';
import type { MatchedVerse, ReadFirstVerses } from './look-up-verses.ts';
import { indexName, POSITION_BITS } from './search-index.ts';
import type { FindTerms, SearchTerm, SearchTerms } from './search-terms.ts';

/** The index was dropped between two looks, with the revision. */
const UNDEFINED_TABLE = '42P01';
/** Revisions whose frequent words are remembered, a few KiB each. */
const REMEMBERED_MAX = 1_000;

/** Where a first page goes on. */
const BEFORE_ALL: RankedPosition = { rank: 0, place: 0 };

/** Maps: an object has a "constructor" that nobody has counted. */
type Frequent = Readonly<Record<SearchTerm['column'], ReadonlyMap<string, number>>>;

const remembered = new Map<string, Frequent>();

type Page = Parameters<FindTerms>[3];
type PlacedVerse = RankedPosition & { [field in keyof FoundVerse]: FoundVerse[field] | null };
type Row = { total: number } & (PlacedVerse | { [field in keyof PlacedVerse]: null });

/** One statement, so that all is of one moment without the trips of a transaction. */
export const findInPostgres: FindTerms = async (db, id, terms, page) => {
  try {
    const rows = await read(db, id, await toStatement(db, id, terms, page));
    const { total } = rows[0]!;
    const placed = rows.filter((row) => row.place !== null);
    if (placed.some(({ text }) => text === null)) return null;
    const verses = placed.slice(0, page.limit) as (RankedPosition & FoundVerse)[];
    const last = placed.length > page.limit ? verses.at(-1)! : null;
    return {
      total: page.total ?? total,
      verses: verses.map(({ rank: _rank, place: _place, ...verse }) => verse),
      more: last && { rank: last.rank, place: last.place },
    };
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
};

/** Tables of a WITH: `counted` has the total, `page` the places, one more than the page where another follows. */
type Statement = RawBuilder<unknown>;

/**
 * One statement, as for a search. The sum makes the index of words answer: the planner, which does not know how rare a word is, would
 * otherwise walk along the places, through the whole text for a rare one.
 */
export const readFirstInPostgres: ReadFirstVerses = async (db, id, terms, limit) => {
  const [bits, mask] = [sql.lit(POSITION_BITS), sql.lit(2 ** POSITION_BITS - 1)];
  const query = sql<MatchedVerse>`
    WITH first AS MATERIALIZED (
      SELECT rowid AS place FROM ${sql.id(indexName(id))} WHERE ${has(terms)} ORDER BY rowid + 0 LIMIT ${limit}::int
    )
    SELECT verses.book_id AS "bookId", verses.chapter, verses.verse, verses.text
    FROM first JOIN verses ON verses.revision_id = ${id} AND verses.book_id = (first.place >> (${bits} + ${bits}))::int
      AND verses.chapter = ((first.place >> ${bits}) & ${mask})::int AND verses.verse = (first.place & ${mask})::int
    ORDER BY first.place
  `.compile(db);
  registerCachedStatement(query.sql);
  try {
    return (await db.executeQuery<MatchedVerse>(query)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
};

async function toStatement(db: Kysely<Tables>, id: string, terms: SearchTerms, page: Page): Promise<Statement> {
  const total = await findKnownTotal(db, id, terms);
  return total === null ? rankAll(id, terms, page) : walk(id, terms, page, total);
}

/** How many verses are found, where that is known: for a frequent word, alone or as a phrase, and for a frequent phrase of two. */
async function findKnownTotal(
  db: Kysely<Tables>,
  id: string,
  { together, asTyped, found }: SearchTerms,
): Promise<number | null> {
  const [term, ...others] = found;
  const [typed] = asTyped ?? found;
  if (found.some(({ isPrefix: begun }) => begun)) return null;
  if (together || others.length > 0 || typed!.words.length > (asTyped ? 1 : 2)) return null;
  const frequent = await readFrequent(db, id);
  // A verse that has what was typed in another form only comes after all the others.
  if (!frequent.words.has(toKey(typed!))) return null;
  return frequent[term!.column].get(toKey(term!)) ?? null;
}

const toKey = ({ words }: SearchTerm): string => words.join(' ');

/** All that is found is ranked and sorted: for what the index makes few. */
function rankAll(id: string, { together, asTyped, found }: SearchTerms, page: Page): Statement {
  const cases = [
    ...(together ? [sql`WHEN ${has(together)} THEN 1`] : []),
    ...(asTyped ? [sql`WHEN ${has(asTyped)} THEN 2`] : []),
  ];
  const rank = cases.length > 0 ? sql`CASE ${sql.join(cases, sql` `)} ELSE 3 END` : sql.lit(1);
  const after = page.after ?? BEFORE_ALL;
  return sql`
    found AS MATERIALIZED (SELECT ${rank} AS rank, rowid AS place FROM ${sql.id(indexName(id))} WHERE ${has(found)}),
    counted AS (SELECT count(*) AS total FROM found),
    page AS (SELECT rank, place FROM found WHERE (rank, place) > (${after.rank}::int, ${after.place}::bigint)
      ORDER BY rank, place LIMIT ${page.limit + 1}::int)`;
}

/**
 * Verse after verse until the page is full: for what is so frequent as typed that it is not to be sorted or counted. What
 * stands in a CASE is not answered by an index and weighed as if half of all verses had it: the planner knows no frequent words.
 */
function walk(id: string, { asTyped, found }: SearchTerms, { limit, after }: Page, total: number): Statement {
  const table = sql.id(indexName(id));
  const most = sql`${limit + 1}::int`;
  const from = (rank: number) => sql`${after?.rank === rank ? after.place : 0}::bigint`;
  const first = (
    rank: number,
    terms: readonly SearchTerm[],
  ) => sql`(SELECT ${sql.lit(rank)} AS rank, rowid AS place FROM ${table}
    WHERE CASE WHEN ${has(terms)} THEN TRUE ELSE FALSE END AND rowid > ${from(rank)} ORDER BY rowid LIMIT ${most})`;
  // These are few, which the planner does not know: without the sum it would walk here too.
  const last = (typed: readonly SearchTerm[]) => sql`(SELECT 3 AS rank, rowid AS place FROM ${table}
    WHERE ${has(found)} AND NOT (${has(typed)}) AND rowid > ${from(3)} ORDER BY rowid + 0 LIMIT ${most})`;
  const ranks = !asTyped ? [first(1, found)] : after?.rank === 3 ? [last(asTyped)] : [first(2, asTyped), last(asTyped)];
  return sql`counted AS (SELECT ${total}::bigint AS total), page AS (SELECT rank, place FROM (${sql.join(ranks, sql` UNION ALL `)}) AS ranks LIMIT ${most})`;
}

/** At least one row; what is null in it is not there. To plan it takes longer than to carry it out, mostly. */
async function read(db: Kysely<Tables>, id: string, statement: Statement): Promise<Row[]> {
  const bits = sql.lit(POSITION_BITS);
  const mask = sql.lit(2 ** POSITION_BITS - 1);
  const query = sql<Row>`
    WITH ${statement}
    SELECT counted.total, page.rank, page.place, verses.book_id AS "bookId", edition_books.name AS book,
      verses.chapter, verses.verse, verses.text
    FROM counted LEFT JOIN page ON true
    LEFT JOIN verses ON verses.revision_id = ${id} AND verses.book_id = (page.place >> (${bits} + ${bits}))::int
      AND verses.chapter = ((page.place >> ${bits}) & ${mask})::int AND verses.verse = (page.place & ${mask})::int
    LEFT JOIN edition_books ON edition_books.revision_id = verses.revision_id AND edition_books.book_id = verses.book_id
    ORDER BY page.rank, page.place
  `.compile(db);
  registerCachedStatement(query.sql);
  return (await db.executeQuery<Row>(query)).rows;
}

/** Whether a verse has all of these terms. */
function has(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const byColumn = Map.groupBy(terms, ({ column }) => column);
  const conditions = [...byColumn].map(([column, own]) => {
    const query = own.map(toPhrase).join(' & ');
    return sql`${sql.id(column)} @@ ${query}::tsquery`;
  });
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

const toPhrase = ({ words, isPrefix: begun }: SearchTerm): string =>
  `(${words.map((word) => `'${word}'`).join(' <-> ')}${begun ? ':*' : ''})`;

/** None where the index was made before they were counted. */
async function readFrequent(db: Kysely<Tables>, id: string): Promise<Frequent> {
  const known = remembered.get(id);
  if (known) return known;
  const name = `"${indexName(id)}"`;
  const { rows } = await sql<{
    comment: string | null;
  }>`SELECT obj_description(to_regclass(${name})) AS comment`.execute(db);
  const comment = rows[0]!.comment;
  const { words, stems, version }: Partial<FrequentWords> = comment === null ? {} : JSON.parse(comment);
  const frequent = { words: new Map(Object.entries(words ?? {})), stems: new Map(Object.entries(stems ?? {})) };
  // An index that an earlier version made is soon another one.
  if (version !== INDEX_VERSION) return frequent;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(id, frequent);
  return frequent;
}
