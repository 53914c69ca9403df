import { CANON, type CanonBook, osisOf } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { findChapterCounts, versificationNames } from './versification.ts';

/** Verse counts of books that no versification has as books of their own, by OSIS id. */
const FURTHER_COUNTS: Readonly<Record<string, readonly number[]>> = {
  GkEsth: [22, 23, 15, 17, 14, 14, 10, 17, 32, 13, 12, 6, 18, 19, 16, 24],
  SgThree: [68],
  Ps151: [7],
};
/** Books without verse counts that have one chapter. */
const UNCOUNTED_ONE_CHAPTER_BOOKS: ReadonlySet<string> = new Set(['LBA']);

const largest = new Map<string, readonly number[] | null>();

/**
 * Returns the largest chapter and verse counts of a book in any numbering, or null for a book without counts.
 * References are parsed before their edition is known: Joel has four chapters in some editions, and Psalm 51 has 21
 * verses.
 */
export function largestChapterCounts(book: CanonBook): readonly number[] | null {
  const osis = osisOf(book);
  let counts = largest.get(osis);
  if (counts === undefined) {
    counts = compareCounts(osis);
    largest.set(osis, counts);
  }
  return counts;
}

function compareCounts(osis: string): readonly number[] | null {
  const counted = versificationNames().map((name) => findChapterCounts(name, osis));
  const known = [FURTHER_COUNTS[osis] ?? null, ...counted].filter((counts) => counts !== null);
  if (known.length === 0) return null;
  const chapters = Math.max(...known.map(({ length }) => length));
  return Array.from({ length: chapters }, (_, at) => Math.max(...known.map((counts) => counts[at] ?? 0)));
}

/** Returns true if some numbering has the chapters and verses, as far as counts are known. */
export function passageExists({
  book_id,
  chapter = 1,
  verse = 1,
  end_chapter = chapter,
  end_verse = 1,
}: Passage): boolean {
  const counts = largestChapterCounts(CANON[book_id - 1]!);
  if (!counts) return true;
  const lastVerse = end_chapter === chapter ? Math.max(verse, end_verse) : end_verse;
  return verse <= (counts[chapter - 1] ?? 0) && lastVerse <= (counts[end_chapter - 1] ?? 0);
}

/** Returns true if the book has one chapter, so that a number after its name is a verse. */
export function hasOneChapter(book: CanonBook): boolean {
  return UNCOUNTED_ONE_CHAPTER_BOOKS.has(book.code) || largestChapterCounts(book)?.length === 1;
}
