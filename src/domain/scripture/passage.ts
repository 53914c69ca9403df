import { LecternError } from '../../contract/lectern-error.ts';
import type { EditionBookText, EditionRecord, EditionVerseText, Owner, TextsUsed } from '../../storage/storage.ts';
import { afterwards, together } from '../afterwards.ts';
import type { NewItem } from '../live/transitions.ts';
import type { CanonLanguage } from './canon.ts';
import type { Editions, FoundBook, Look } from './editions.ts';
import { type Passage, type PassageReading, parsePassage } from './reference.ts';
import { versesWithin } from './verses-within.ts';
import { findLacking, isNumbered, overlap, type PlacedNumber, versesAlongside } from './versification-map.ts';

/** The passage of a reference to a book, a chapter or a verse. Throws `invalid_reference`. [POST stack] */
export function toPassage(reference: { book_id: number; chapter?: number; verse?: number }): Passage {
  const { book_id, chapter, verse } = reference;
  requireNumbers(reference);
  if (verse !== undefined && chapter === undefined) {
    throw new LecternError('invalid_reference', 'A verse needs its chapter.', {
      errors: [{ pointer: '/reference/chapter', message: 'is required with verse' }],
    });
  }
  return { book_id, chapter, verse, end_chapter: chapter, end_verse: verse };
}

/**
 * The one passage that a person's words clearly mean: in the language of what is to be read, if they are clear in that. Throws
 * `invalid_reference`. [D50]
 */
export function requirePassage(text: string, language?: CanonLanguage): Passage & { reference: string } {
  const { candidates, ambiguous, list } = readClearly(text, language) ?? parsePassage(text);
  const [first] = candidates;
  if (!first) throw new LecternError('invalid_reference', `"${text}" is no reference that can be read.`);
  const readings = candidates.slice(0, READINGS_TOLD).map(({ reference }) => reference);
  if (list) {
    const told = candidates.length > readings.length ? [...readings, '…'] : readings;
    throw new LecternError(
      'invalid_reference',
      `"${text}" names several passages: push them one by one (${told.join('; ')}).`,
    );
  }
  if (ambiguous) {
    throw new LecternError('invalid_reference', `"${text}" is not clear: it could mean ${readings.join(', ')}.`);
  }
  return { ...completeEnds(first), reference: first.reference };
}

/** Readings that a refusal names. */
const READINGS_TOLD = 4;

function readClearly(text: string, language: CanonLanguage | undefined): PassageReading | null {
  // Without a language English comes first anyway.
  if (language === undefined || language === 'en') return null;
  const reading = parsePassage(text, language);
  return reading.candidates.length > 0 && !reading.ambiguous ? reading : null;
}

/** The language that all these editions are in; undefined where they differ, or do not say. */
export function languageOf(editions: readonly EditionRecord[]): CanonLanguage | undefined {
  const [first, ...others] = new Set(editions.map(({ language }) => language));
  return others.length > 0 || first === 'und' ? undefined : first;
}

/** Numbers as a client gives them. Throws `invalid_reference` for an end before the start, or a verse range that hangs. [D50] */
export function requirePassageNumbers(passage: Passage): Passage {
  requireNumbers(passage);
  if (passage.end_verse !== undefined && passage.verse === undefined) {
    throw new LecternError('invalid_reference', 'end_verse needs verse.', {
      errors: [{ pointer: '/passage/verse', message: 'is required with end_verse' }],
    });
  }
  const complete = completeEnds(passage);
  const start = [complete.chapter ?? 0, complete.verse ?? 0] as const;
  const end = [complete.end_chapter ?? Infinity, complete.end_verse ?? Infinity] as const;
  if (end[0] < start[0] || (end[0] === start[0] && end[1] < start[1])) {
    throw new LecternError('invalid_reference', 'The passage ends before it begins.');
  }
  return complete;
}

/** Chapters count from 1; verse 0 is what some editions print before the first. Throws `invalid_reference`. */
function requireNumbers({ chapter = 1, verse = 0, end_chapter = 1, end_verse = 0 }: Passage): void {
  if (Math.min(chapter, end_chapter) < 1 || Math.min(verse, end_verse) < 0) {
    throw new LecternError('invalid_reference', 'Chapters are numbered from 1, verses from 0.');
  }
}

function completeEnds(passage: Passage): Passage {
  const { book_id, chapter, verse, end_chapter = chapter, end_verse } = passage;
  const endsInOneVerse = end_verse === undefined && passage.end_chapter === undefined;
  return { book_id, chapter, verse, end_chapter, end_verse: endsInOneVerse ? verse : end_verse };
}

/**
 * The editions a push reads from, in order: those named, or those that the Live has configured. All must be known and
 * enabled in the owner's library now. Throws or rejects `translations_not_configured`, `invalid_reference`,
 * `edition_not_enabled`. [D17]
 */
export function requireEditions(
  editions: Editions,
  owner: Owner,
  named: readonly string[] | undefined,
  configured: readonly string[],
  look: Look = 'now',
): EditionRecord[] | Promise<EditionRecord[]> {
  const slugs = named ?? configured;
  if (slugs.length === 0) {
    throw new LecternError(
      'translations_not_configured',
      'Name an edition in the push, or set the translations of the Live with PATCH …/settings.',
    );
  }
  return findEnabled(editions, owner, slugs, 'invalid_reference', look);
}

/** Translations that a Live is to be configured with. Throws `invalid_fields`, `edition_not_enabled`. [D19] */
export async function requireTranslations(editions: Editions, owner: Owner, slugs: readonly string[]): Promise<void> {
  await findEnabled(editions, owner, slugs, 'invalid_fields', 'now');
}

/** A reference must be in at least one edition that is installed. Throws `invalid_reference`. [D19] */
export async function requireInstalledSomewhere(
  editions: Editions,
  passage: Passage & { reference: string },
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const page: EditionRecord[] = await editions.list({ limit: 100, after });
    for (const edition of page) {
      const found = await editions.findBook(edition, passage.book_id);
      if (found && versesWithin(found.text.verses, passage).length > 0) return;
    }
    after = page.at(-1)?.slug ?? null;
    if (after === null) throw new LecternError('invalid_reference', `No installed edition has ${passage.reference}.`);
  }
}

function findEnabled(
  editions: Editions,
  owner: Owner,
  slugs: readonly string[],
  unknown: 'invalid_reference' | 'invalid_fields',
  look: Look,
): EditionRecord[] | Promise<EditionRecord[]> {
  // Side by side: with PostgreSQL each look-up is a round trip.
  const lookups = together([editions.enabled(owner, look), ...slugs.map((slug) => editions.find(slug, look))]);
  return afterwards(lookups, ([enabled, ...editionsNamed]) => {
    const found = slugs.map((slug, index) => {
      const edition = editionsNamed[index];
      if (!edition) throw new LecternError(unknown, `There is no translation "${slug}".`);
      return edition;
    });
    for (const { slug } of found) {
      if (!enabled.has(slug)) throw new LecternError('edition_not_enabled', `"${slug}" is not enabled in the library.`);
    }
    return found;
  });
}

/** What one edition has of a passage: at least a verse. */
export interface EditionVerses {
  readonly slug: string;
  readonly revisionId: string;
  readonly book: EditionBookText;
  readonly verses: readonly EditionVerseText[];
}

/**
 * The verses that the editions have of the passage, in the order of the editions. Its numbers are those of the first whose numbering has
 * them; the others show what stands there in theirs. Throws or rejects `invalid_reference`. [D17]
 */
export function requireVerses(
  editions: Editions,
  from: readonly EditionRecord[],
  passage: Passage,
): EditionVerses[] | Promise<EditionVerses[]> {
  const books = together(from.map((edition) => editions.findBook(edition, passage.book_id)));
  return afterwards(books, (found) => alongside(from, found, passage));
}

function alongside(
  from: readonly EditionRecord[],
  books: readonly (FoundBook | null)[],
  passage: Passage,
): EditionVerses[] {
  const read = from.flatMap(({ slug }, index): Omit<EditionVerses, 'verses'>[] => {
    const book = books[index];
    return book ? [{ slug, revisionId: book.revisionId, book: book.text }] : [];
  });
  const first = read.find(({ book }) => isNumbered(book.verses, passage)) ?? read[0];
  const found = read
    .map((each) => ({ ...each, verses: versesAlongside(each.book.verses, first!.book.verses, passage) }))
    .filter(({ verses }) => verses.length > 0);
  if (found.length === 0) throw new LecternError('invalid_reference', 'The chosen editions have no such verse.');
  return found;
}

/** What a change is judged by that was made of these verses: of an edition that has none of them, what it was known as. */
export const toTextsUsed = (
  owner: Owner,
  from: readonly EditionRecord[],
  found: readonly EditionVerses[],
): TextsUsed => ({
  owner,
  editions: from.map(({ slug, revisionId }) => ({
    slug,
    revisionId: found.find((each) => each.slug === slug)?.revisionId ?? revisionId,
  })),
});

/** All verses of the first edition, then of the next, as items of a queue. [D17] */
export const toNewItems = (found: readonly EditionVerses[]): NewItem[] =>
  found.flatMap(({ slug, revisionId, book, verses }) =>
    verses.map(({ chapter, verse, text }) => ({
      chapter,
      verse,
      text,
      bookId: book.bookId,
      book: book.name,
      translation: slug,
      revisionId,
    })),
  );

/** What an edition lacks of that which others have: verses, by the numbers of the first that has them, or null for all. */
export interface Skipped {
  readonly slug: string;
  readonly verses: readonly PlacedNumber[] | null;
}

/** The editions, in order, that have less of a passage than the others, if only by a verse. [D17] */
export function listSkipped(from: readonly EditionRecord[], found: readonly EditionVerses[]): Skipped[] {
  // Alone it has less than no other.
  if (from.length === 1) return [];
  return from.flatMap(({ slug }): Skipped[] => {
    const own = found.find((each) => each.slug === slug);
    if (!own) return [{ slug, verses: null }];
    const verses: PlacedNumber[] = [];
    for (const { book, verses: shown } of found) {
      const lacking = findLacking(book.bookId, shown, book.verses, own.book.verses);
      // Of what several have, the numbers of the first.
      verses.push(...lacking.filter((one) => !verses.some((known) => overlap(known, one))));
    }
    return verses.length > 0 ? [{ slug, verses }] : [];
  });
}
