import { type Kysely, type RawBuilder, sql } from 'kysely';
import { registerCachedStatement } from '../../dialects/prepared-statements.ts';
import type { Tables } from '../../schema.ts';
import type { FoundVerse, RankedPosition } from '../../storage.ts';
import { type FrequentWords, INDEX_VERSION } from './frequent-words.ts';
import { indexName, POSITION_BITS } from './search-index.ts';
import type { FindTerms, MatchedVerse, ReadFirstVerses, SearchTerm, SearchTerms } from './search-terms.ts';

/** SQLSTATE of a missing table: the index was dropped with the revision in the meantime. */
const UNDEFINED_TABLE = '42P01';
/** Maximum number of revisions whose frequent words are cached, a few KiB each. */
const CACHED_REVISIONS_MAX = 1_000;

/** Position before the first result. */
const FIRST_POSITION: RankedPosition = { rank: 0, place: 0 };

/** Maps, because an object inherits a "constructor". */
type Frequent = Readonly<Record<SearchTerm['column'], ReadonlyMap<string, number>>>;

const frequentCache = new Map<string, Frequent>();

type Page = Parameters<FindTerms>[3];
type PlacedVerse = RankedPosition & { [field in keyof FoundVerse]: FoundVerse[field] | null };
type Row = { total: number } & (PlacedVerse | { [field in keyof PlacedVerse]: null });

/** Finds terms in one statement, which sees one snapshot without the round trips of a transaction. */
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

/**
 * Common table expressions of a search: `counted` has the total, and `page` the positions, one more than the page if
 * another page follows.
 */
type Statement = RawBuilder<unknown>;

/**
 * Reads the first matches in one statement. The sum in ORDER BY makes the planner use the index of words: it does not
 * know how rare a word is, and would otherwise scan positions through the whole text.
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
  return total === null ? rankAll(id, terms, page) : scanByPosition(id, terms, page, total);
}

/**
 * Returns the number of matches if it is known: for a frequent word, alone or as a phrase, and for a frequent pair of
 * words.
 */
async function findKnownTotal(
  db: Kysely<Tables>,
  id: string,
  { together, asTyped, found }: SearchTerms,
): Promise<number | null> {
  const [term, ...otherTerms] = found;
  const [typed] = asTyped ?? found;
  if (found.some(({ isPrefix, or }) => isPrefix || or)) return null;
  if (together || otherTerms.length > 0 || typed!.words.length > (asTyped ? 1 : 2)) return null;
  const frequent = await readFrequent(db, id);
  // Verses that match only in another form come after all others.
  if (!frequent.words.has(toKey(typed!))) return null;
  return frequent[term!.column].get(toKey(term!)) ?? null;
}

const toKey = ({ words }: SearchTerm): string => words.join(' ');

/** Ranks and sorts all matches, for queries with few of them. */
function rankAll(id: string, { together, asTyped, found }: SearchTerms, page: Page): Statement {
  const cases = [
    ...(together ? [sql`WHEN ${has(together)} THEN 1`] : []),
    ...(asTyped ? [sql`WHEN ${has(asTyped)} THEN 2`] : []),
  ];
  const rank = cases.length > 0 ? sql`CASE ${sql.join(cases, sql` `)} ELSE 3 END` : sql.lit(1);
  const after = page.after ?? FIRST_POSITION;
  return sql`
    found AS MATERIALIZED (SELECT ${rank} AS rank, rowid AS place FROM ${sql.id(indexName(id))} WHERE ${has(found)}),
    counted AS (SELECT count(*) AS total FROM found),
    page AS (SELECT rank, place FROM found WHERE (rank, place) > (${after.rank}::int, ${after.place}::bigint)
      ORDER BY rank, place LIMIT ${page.limit + 1}::int)`;
}

/**
 * Scans verses by position until the page is full, for terms that are too frequent to sort or count. A CASE condition
 * is not answered by an index, and the planner assumes that half of all verses match: it knows no word frequencies.
 */
function scanByPosition(id: string, { asTyped, found }: SearchTerms, { limit, after }: Page, total: number): Statement {
  const table = sql.id(indexName(id));
  const most = sql`${limit + 1}::int`;
  const from = (rank: number) => sql`${after?.rank === rank ? after.place : 0}::bigint`;
  const first = (
    rank: number,
    terms: readonly SearchTerm[],
  ) => sql`(SELECT ${sql.lit(rank)} AS rank, rowid AS place FROM ${table}
    WHERE CASE WHEN ${has(terms)} THEN TRUE ELSE FALSE END AND rowid > ${from(rank)} ORDER BY rowid LIMIT ${most})`;
  // These are few, which the planner does not know: without the sum it would scan positions here too.
  const last = (typed: readonly SearchTerm[]) => sql`(SELECT 3 AS rank, rowid AS place FROM ${table}
    WHERE ${has(found)} AND NOT (${has(typed)}) AND rowid > ${from(3)} ORDER BY rowid + 0 LIMIT ${most})`;
  const ranks = !asTyped ? [first(1, found)] : after?.rank === 3 ? [last(asTyped)] : [first(2, asTyped), last(asTyped)];
  return sql`counted AS (SELECT ${total}::bigint AS total), page AS (SELECT rank, place FROM (${sql.join(ranks, sql` UNION ALL `)}) AS ranks LIMIT ${most})`;
}

/**
 * Runs a search and returns at least one row. Columns are null where there is no match. The statement is cached because
 * planning usually takes longer than execution.
 */
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

/** Builds the condition that a verse contains all terms. */
function has(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const byColumn = Map.groupBy(terms, ({ column }) => column);
  const conditions = [...byColumn].map(([column, columnTerms]) => {
    const query = columnTerms.map(toPhrase).join(' & ');
    return sql`${sql.id(column)} @@ ${query}::tsquery`;
  });
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

const toPhrase = ({ words, or, isPrefix }: SearchTerm): string =>
  `(${[words, ...(or ? [or] : [])]
    .map((sequence) => sequence.map((word) => `'${word}'`).join(' <-> ') + (isPrefix ? ':*' : ''))
    .join(' | ')})`;

/** Reads the frequent words of a revision. Returns none if the index was made before they were counted. */
async function readFrequent(db: Kysely<Tables>, id: string): Promise<Frequent> {
  const known = frequentCache.get(id);
  if (known) return known;
  const name = `"${indexName(id)}"`;
  const { rows } = await sql<{
    comment: string | null;
  }>`SELECT obj_description(to_regclass(${name})) AS comment`.execute(db);
  const comment = rows[0]!.comment;
  const { words, stems, version }: Partial<FrequentWords> = comment === null ? {} : JSON.parse(comment);
  const frequent = { words: new Map(Object.entries(words ?? {})), stems: new Map(Object.entries(stems ?? {})) };
  // Does not cache an index of an earlier version, which is rebuilt soon.
  if (version !== INDEX_VERSION) return frequent;
  if (frequentCache.size >= CACHED_REVISIONS_MAX) frequentCache.clear();
  frequentCache.set(id, frequent);
  return frequent;
}
