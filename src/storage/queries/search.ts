import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Language } from '../../contract/schemas/translation.ts';
import type { Tables } from '../schema.ts';
import { toStem, toWords } from '../search-words.ts';
import type { EditionBookText, Engine, FoundVerse, SearchPlace, SearchQuery, SearchStore } from '../storage.ts';
import { type Column, insertMany } from './insert-many.ts';
import { readMoment } from './read-moment.ts';

const INDEX_COLUMNS: readonly Column[] = [
  ['rowid', 'BIGINT'],
  ['words', 'TSVECTOR'],
  ['stems', 'TSVECTOR'],
];
/** Room for chapters and for verses in a place; books come above them. No edition counts as far. */
const PLACE_STEP = 2 ** 20;
/** PostgreSQL: the index was dropped between two looks, with the revision. */
const UNDEFINED_TABLE = '42P01';

/** The three ranks, best first: the words together as typed; all of them as typed; all of them in some form. [D31] */
const RANKS = [1, 2, 3] as const;

/**
 * The search index of a revision is a table of its own, so that it is filled and dropped as quickly as a file, and no other
 * edition makes it slower. A row is a verse: its words as written, and their stems, at the same positions.
 */
const indexName = (revisionId: string): string =>
  `search_${createHash('sha256').update(revisionId).digest('hex').slice(0, 32)}`;

/** Where a verse stands in the canon, as one number that both engines sort by. */
const toPlace = (bookId: number, chapter: number, verse: number): number =>
  (bookId * PLACE_STEP + chapter) * PLACE_STEP + verse;

interface IndexedRevision {
  readonly id: string;
  readonly language: Language;
  readonly books: readonly Pick<EditionBookText, 'bookId' | 'verses'>[];
}

/** Makes the index of a revision. To be called in the transaction that brings its text. */
export async function indexRevision(
  transaction: Kysely<Tables>,
  engine: Engine,
  revision: IndexedRevision,
): Promise<void> {
  const name = indexName(revision.id);
  const table = sql.id(name);
  const create =
    engine === 'sqlite'
      ? // The text itself is in "verses". The tokenizer only has to keep words together as they come.
        sql`CREATE VIRTUAL TABLE ${table} USING fts5(words, stems, content = '', columnsize = 0,
          tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'")`
      : sql`CREATE TABLE ${table} (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL, stems TSVECTOR NOT NULL)`;
  await create.execute(transaction);

  if (engine === 'sqlite') {
    // All is merged once, at the end.
    await sql`INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`.execute(transaction);
  }
  await insertMany(transaction, engine, name, INDEX_COLUMNS, toRows(revision, engine));
  if (engine === 'sqlite') {
    await sql`INSERT INTO ${table} (${table}) VALUES ('optimize')`.execute(transaction);
  } else {
    await sql`CREATE INDEX ON ${table} USING gin (words, stems) WITH (fastupdate = off)`.execute(transaction);
    await sql`ANALYZE ${table}`.execute(transaction);
  }
}

function* toRows({ language, books }: IndexedRevision, engine: Engine) {
  const toIndexed = engine === 'sqlite' ? (words: string[]) => words.join(' ') : toVector;
  for (const { bookId, verses } of books) {
    for (const { chapter, verse, text } of verses) {
      const words = toWords(text);
      const stems = words.map((word) => toStem(word, language));
      yield [toPlace(bookId, chapter, verse), toIndexed(words), toIndexed(stems)];
    }
  }
}

/** Drops the index of a revision with its text. */
export async function dropIndex(transaction: Kysely<Tables>, revisionId: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.id(indexName(revisionId))}`.execute(transaction);
}

/** A tsvector as text: words of `toWords` hold nothing that would have to be escaped. */
function toVector(words: readonly string[]): string {
  return words.map((word, index) => `'${word}':${index + 1}`).join(' ');
}

/** Words that stand one after another in a column of the index. */
interface Term {
  readonly column: 'words' | 'stems';
  readonly words: readonly string[];
}

/** What an engine is asked: the verses that have all of these terms, but not all of those. */
type Match = (table: string, all: readonly Term[], butNot?: readonly Term[]) => RawBuilder<boolean>;

const matchSqlite: Match = (table, all, butNot) => {
  const toExpression = (terms: readonly Term[]) =>
    `(${terms.map(({ column, words }) => `${column} : "${words.join(' ')}"`).join(' AND ')})`;
  return sql`${sql.id(table)} MATCH ${toExpression(all) + (butNot ? ` NOT ${toExpression(butNot)}` : '')}`;
};

const matchPostgres: Match = (_table, all, butNot) => {
  const toCondition = (terms: readonly Term[]) => {
    const byColumn = Map.groupBy(terms, ({ column }) => column);
    const conditions = [...byColumn].map(([column, own]) => {
      const query = own.map(({ words }) => `(${words.map((word) => `'${word}'`).join(' <-> ')})`).join(' & ');
      return sql`${sql.id(column)} @@ ${query}::tsquery`;
    });
    return sql.join(conditions, sql` AND `);
  };
  return butNot ? sql`${toCondition(all)} AND NOT (${toCondition(butNot)})` : sql`${toCondition(all)}`;
};

/** The conditions of a query over one index; null for a rank that no verse can have. */
interface Conditions {
  readonly found: RawBuilder<boolean>;
  readonly ofRank: Readonly<Record<(typeof RANKS)[number], RawBuilder<boolean> | null>>;
}

/** Null for a query without words. */
function toConditions(match: Match, table: string, query: SearchQuery, language: Language): Conditions | null {
  const toTerms = (texts: readonly string[]): Term[] =>
    texts.map((text): Term => ({ column: 'words', words: toWords(text) })).filter(({ words }) => words.length > 0);
  const phrases = toTerms(query.phrases);
  // What is typed as one can be several words: "God's".
  const words = toTerms(query.words);
  if (phrases.length + words.length === 0) return null;
  const stems = words.map(({ words }): Term => ({ column: 'stems', words: words.map((one) => toStem(one, language)) }));

  const inSomeForm = distinct([...phrases, ...stems]);
  const found = match(table, inSomeForm);
  if (words.length === 0) return { found, ofRank: { 1: found, 2: null, 3: null } };
  const asTyped = distinct([...phrases, ...words]);
  const whole: Term = { column: 'words', words: words.flatMap(({ words }) => words) };
  const together = words.length > 1 ? distinct([...phrases, whole]) : null;
  return {
    found,
    ofRank: {
      1: together && match(table, together),
      2: match(table, asTyped, together ?? undefined),
      3: match(table, inSomeForm, asTyped),
    },
  };
}

const distinct = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [`${term.column} ${term.words.join(' ')}`, term])).values(),
];

/** What is found, in ranks and within a rank in the order of the canon. [D31] */
export function searchStore(db: Kysely<Tables>, engine: Engine): SearchStore {
  return {
    async find({ id, language }, query, { limit, after, total }) {
      const table = indexName(id);
      const conditions = toConditions(engine === 'sqlite' ? matchSqlite : matchPostgres, table, query, language);
      if (!conditions) return { total: 0, verses: [], more: null };

      const read = async (connection: Kysely<Tables>) => {
        const places = await readPlaces(connection, engine, table, conditions, limit + 1, after);
        const page = places.slice(0, limit);
        const more = places.length > limit ? page.at(-1)! : null;
        const verses = await readVerses(connection, id, page);
        if (verses.length < page.length) return null;
        const counted = total ?? (after || more ? await countFound(connection, table, conditions) : page.length);
        return { total: counted, verses, more };
      };

      if (engine === 'sqlite') {
        return readMoment(db, engine, async (transaction) =>
          (await isCurrent(transaction, id)) ? read(transaction) : null,
        );
      }
      // An index never changes: where it is still there at the end, all was of one moment, without the trips of a transaction.
      try {
        return await read(db);
      } catch (error) {
        if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
        throw error;
      }
    },
  };
}

async function isCurrent(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const edition = transaction.selectFrom('editions').select('slug').where('revision_id', '=', id);
  return (await edition.executeTakeFirst()) !== undefined;
}

/** One rank after another, as many as are wanted; both engines stop there. */
async function readPlaces(
  connection: Kysely<Tables>,
  engine: Engine,
  table: string,
  { ofRank }: Conditions,
  wanted: number,
  after: SearchPlace | null,
): Promise<SearchPlace[]> {
  const parts = RANKS.filter((rank) => ofRank[rank] && (!after || rank >= after.rank)).map((rank) => {
    const from = after?.rank === rank ? after.place : 0;
    // PostgreSQL believes these ranks to be fuller than they are, and would read verse after verse in search of them.
    const order = engine === 'postgres' && rank !== 2 ? sql`rowid + 0` : sql`rowid`;
    return sql`SELECT * FROM (SELECT ${sql.lit(rank)} AS rank, rowid AS place FROM ${sql.id(table)}
      WHERE ${ofRank[rank]!} AND rowid > ${from} ORDER BY ${order} LIMIT ${wanted}) AS of_rank`;
  });
  const { rows } = await sql<SearchPlace>`${sql.join(parts, sql` UNION ALL `)} LIMIT ${wanted}`.execute(connection);
  return rows.sort((a, b) => a.rank - b.rank || a.place - b.place);
}

async function countFound(connection: Kysely<Tables>, table: string, { found }: Conditions): Promise<number> {
  const count = sql<{ total: number }>`SELECT count(*) AS total FROM ${sql.id(table)} WHERE ${found}`;
  return (await count.execute(connection)).rows[0]!.total;
}

/** The verses at these places, in their order; none that is no longer there. */
async function readVerses(
  connection: Kysely<Tables>,
  revisionId: string,
  places: readonly SearchPlace[],
): Promise<FoundVerse[]> {
  if (places.length === 0) return [];
  const values = places.map(({ place }) => {
    const numbers = [place / PLACE_STEP / PLACE_STEP, (place / PLACE_STEP) % PLACE_STEP, place % PLACE_STEP];
    return sql`(${sql.join(numbers.map((number) => sql`CAST(${Math.floor(number)} AS INTEGER)`))})`;
  });
  // A list to join with: both engines look each verse up by its key, which SQLite does not do for a long OR.
  const { rows } = await sql<FoundVerse>`
    WITH places (book_id, chapter, verse) AS (VALUES ${sql.join(values)})
    SELECT verses.book_id AS "bookId", edition_books.name AS book, verses.chapter, verses.verse, verses.text
    FROM places
    JOIN verses ON verses.revision_id = ${revisionId} AND verses.book_id = places.book_id
      AND verses.chapter = places.chapter AND verses.verse = places.verse
    JOIN edition_books ON edition_books.revision_id = verses.revision_id AND edition_books.book_id = verses.book_id
  `.execute(connection);
  const byPlace = new Map(rows.map((row) => [toPlace(row.bookId, row.chapter, row.verse), row]));
  return places.flatMap(({ place }) => byPlace.get(place) ?? []);
}
