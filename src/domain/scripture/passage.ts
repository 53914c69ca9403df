import { LecternError } from '../../contract/lectern-error.ts';
import type {
  EditionBookText,
  EditionRecord,
  EditionVerseText,
  NewItem,
  Owner,
  UsedEditions,
} from '../../storage/storage.ts';
import { alignVersesToLines } from './aligned-lines.ts';
import { findBook } from './canon.ts';
import type { Consistency, Editions, FoundBook } from './editions.ts';
import { findParallelTexts, relatedBookText } from './parallel-texts.ts';
import type { Passage } from './passage-numbers.ts';
import { formatReference } from './references/reference-format.ts';
import { relatedBookIds } from './related-books.ts';
import { numberingContains } from './versification/versification-map.ts';

/**
 * Returns the editions that a push reads from, in order: those given, or the translations of the Live. All must be
 * known and enabled in the owner's library. Throws `translations_not_configured`, `invalid_reference` and
 * `edition_not_enabled`. [D17]
 */
export async function requireEditions(
  editions: Editions,
  owner: Owner,
  named: readonly string[] | undefined,
  configured: readonly string[],
  consistency: Consistency = 'current',
): Promise<EditionRecord[]> {
  const slugs = named ?? configured;
  if (slugs.length === 0) {
    throw new LecternError(
      'translations_not_configured',
      'Name an edition in the push, or set the translations of the Live with PATCH …/settings.',
    );
  }
  return findEnabled(editions, owner, slugs, 'invalid_reference', consistency);
}

/**
 * Returns the editions with these slugs, in order. Throws `invalid_fields` for an unknown one, and
 * `edition_not_enabled`. [D19]
 */
export const requireTranslations = (
  editions: Editions,
  owner: Owner,
  slugs: readonly string[],
  consistency: Consistency = 'current',
): Promise<EditionRecord[]> => findEnabled(editions, owner, slugs, 'invalid_fields', consistency);

/**
 * Returns editions that the library used to have. Throws `edition_not_enabled` if it no longer has one of them. [D56]
 */
export const requireEnabledEditions = (
  editions: Editions,
  owner: Owner,
  slugs: readonly string[],
  consistency: Consistency,
): Promise<EditionRecord[]> => findEnabled(editions, owner, slugs, 'edition_not_enabled', consistency);

async function findEnabled(
  editions: Editions,
  owner: Owner,
  slugs: readonly string[],
  unknown: 'invalid_reference' | 'invalid_fields' | 'edition_not_enabled',
  consistency: Consistency,
): Promise<EditionRecord[]> {
  // Concurrent, because with PostgreSQL each read is a round trip.
  const [enabled, named] = await Promise.all([
    editions.enabled(owner, consistency),
    Promise.all(slugs.map((slug) => editions.find(slug, consistency))),
  ]);
  const found = slugs.map((slug, index) => {
    const edition = named[index];
    if (!edition) throw new LecternError(unknown, `There is no translation "${slug}".`);
    return edition;
  });
  for (const { slug } of found) {
    if (!enabled.has(slug)) throw new LecternError('edition_not_enabled', `"${slug}" is not enabled in the library.`);
  }
  return found;
}

/** The verses that one edition has of a passage; at least one. */
export interface EditionVerses {
  readonly slug: string;
  readonly revisionId: string;
  readonly book: EditionBookText;
  readonly verses: readonly EditionVerseText[];
  /** All books of the edition that may contain text of the passage. */
  readonly texts: readonly EditionBookText[];
}

/** The verses of each passage in the editions that have at least one of them; at least one edition does. */
export type FoundPassages = readonly (readonly EditionVerses[])[];

/**
 * Finds the verses of each passage in the editions, in their order. A passage has the numbers of the first edition
 * whose numbering contains them; the other editions contribute their parallel verses. A range past the end of its
 * chapter is refused or, if `pastEnd` is `cut`, ends there. Throws `invalid_reference`. [D17]
 */
export function requireVerses(
  editions: Editions,
  from: readonly EditionRecord[],
  passages: readonly Passage[],
  pastEnd: 'refused' | 'cut' = 'refused',
): Promise<FoundPassages> {
  return Promise.all(
    passages.map(async (passage) => {
      const found = await findVerses(editions, from, passage, pastEnd);
      if (found.length > 0) return found;
      const missing = findBook(passage.book_id) ? formatReference(passage) : 'such book';
      throw new LecternError('invalid_reference', `The chosen editions have no ${missing}.`);
    }),
  );
}

/** Finds the verses of one passage. Returns an empty array if no edition has any. */
export async function findVerses(
  editions: Editions,
  from: readonly EditionRecord[],
  passage: Passage,
  pastEnd: 'refused' | 'cut' = 'refused',
): Promise<EditionVerses[]> {
  const books = await Promise.all(from.map((edition) => findBooksWithText(editions, edition, passage.book_id)));
  return alongside(from, books, passage, pastEnd);
}

/** Finds the verses of a passage whose numbers are those of the book `as`, which may belong to another edition. */
export async function findVersesByNumbersOf(
  editions: Editions,
  from: readonly EditionRecord[],
  as: EditionBookText,
  passage: Passage,
): Promise<EditionVerses[]> {
  const books = await Promise.all(from.map((edition) => findBooksWithText(editions, edition, passage.book_id)));
  return findInEachEdition(from, books, as, passage);
}

/** Finds the books of an edition that may contain text of a book. */
export async function findBooksWithText(
  editions: Editions,
  edition: EditionRecord,
  bookId: number,
): Promise<FoundBook[]> {
  const ids = relatedBookIds(bookId).filter((id) => id === bookId || edition.bookIds.includes(id));
  const found = await Promise.all(ids.map((id) => editions.findBook(edition, id)));
  return found.filter((book) => book !== null);
}

function alongside(
  from: readonly EditionRecord[],
  books: readonly (readonly FoundBook[])[],
  passage: Passage,
  pastEnd: 'refused' | 'cut',
): EditionVerses[] {
  const own = books.flatMap((found) => found.filter(({ text }) => text.bookId === passage.book_id));
  const numbered = own.find(({ text }) => numberingContains(text.verses, passage))?.text;
  const first = numbered ?? (pastEnd === 'cut' ? own[0]?.text : undefined) ?? findRelatedNumbering(own, passage);
  return first ? findInEachEdition(from, books, first, passage) : [];
}

/** Finds the parallel verses in each edition of a passage by the numbers of a book. */
function findInEachEdition(
  from: readonly EditionRecord[],
  books: readonly (readonly FoundBook[])[],
  as: EditionBookText,
  passage: Passage,
): EditionVerses[] {
  return from.flatMap(({ slug }, index): EditionVerses[] => {
    const texts = books[index]!.map(({ text }) => text);
    return findParallelTexts(texts, as, passage).map(({ book, verses }) => {
      const { revisionId } = books[index]!.find(({ text }) => text === book)!;
      return { slug, revisionId, book, verses, texts };
    });
  });
}

/** Returns the numbering of a related book if no edition has the book itself. */
function findRelatedNumbering(own: readonly FoundBook[], passage: Passage): EditionBookText | null {
  const related = own.length === 0 ? relatedBookText(passage.book_id) : null;
  return related && numberingContains(related.verses, passage) ? related : null;
}

/**
 * Returns the editions that a change was read from, for the check at its commit. For editions without verses, this is
 * the revision that was known.
 */
export const toUsedEditions = (owner: Owner, from: readonly EditionRecord[], found: FoundPassages): UsedEditions => ({
  owner,
  editions: from.map(({ slug, revisionId }) => ({
    slug,
    revisionId: found.flat().find((each) => each.slug === slug)?.revisionId ?? revisionId,
  })),
});

/**
 * Turns verses into new queue items with their lines and runs: all of the first edition, then of the next. [D17] [D53]
 */
export function toNewItems(from: readonly EditionRecord[], found: FoundPassages): NewItem[] {
  let lines = 0;
  let runs = 0;
  const items = found.flatMap((editions, index) => {
    if (index > 0 && !follows(found[index - 1]!, editions)) runs++;
    const aligned = alignVersesToLines(editions);
    const first = lines;
    lines = first + Math.max(...aligned.flat()) + 1;
    return editions.flatMap((each, at) =>
      toItems(
        each,
        aligned[at]!.map((line) => first + line),
        runs,
      ),
    );
  });
  return from.flatMap(({ slug }) => items.filter(({ translation }) => translation === slug));
}

/** Returns true if a passage begins directly after another, in an edition that has both. */
const follows = (earlier: readonly EditionVerses[], later: readonly EditionVerses[]): boolean =>
  later.some(({ slug, book, verses: [first] }) => {
    const last = earlier.findLast((each) => each.slug === slug && each.book === book)?.verses.at(-1);
    return last !== undefined && book.verses[book.verses.indexOf(last) + 1] === first;
  });

const toItems = ({ slug, revisionId, book, verses }: EditionVerses, lines: readonly number[], run: number): NewItem[] =>
  verses.map(({ chapter, verse, text }, index) => ({
    chapter,
    verse,
    text,
    bookId: book.bookId,
    book: book.name,
    translation: slug,
    revisionId,
    line: lines[index]!,
    run,
  }));
