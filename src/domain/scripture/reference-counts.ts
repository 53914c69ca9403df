import { type BookDefinition, CANON, osisOf } from './canon.ts';
import type { Passage } from './reference.ts';
import { verseCountsOf } from './reference-library.ts';
import { findChapterCounts, versificationNames } from './versification.ts';

/** Books that the parsing library cannot read by their own id and that have one chapter, where "Jude 5" is verse 5. */
export const FOREIGN_ONE_CHAPTER_BOOKS: ReadonlySet<string> = new Set(['PS2', 'LBA', 'LAO']);

const largest = new Map<string, readonly number[] | null>();

/**
 * The most chapters that any numbering has of a book, and the most verses of each; null for a book that few count. Which
 * edition a passage is shown in is not known when it is read: Joel has four chapters in some, Psalm 51 has 21 verses.
 */
export function largestCountsOf(book: BookDefinition): readonly number[] | null {
  const osis = osisOf(book);
  let counts = largest.get(osis);
  if (counts === undefined) {
    counts = compareCounts(book, osis);
    largest.set(osis, counts);
  }
  return counts;
}

function compareCounts(book: BookDefinition, osis: string): readonly number[] | null {
  const own = verseCountsOf(book);
  if (!own) return null;
  const others = versificationNames().map((name) => findChapterCounts(name, osis));
  const known = [own, ...others.filter((counts) => counts !== null)];
  const chapters = Math.max(...known.map(({ length }) => length));
  return Array.from({ length: chapters }, (_, at) => Math.max(...known.map((counts) => counts[at] ?? 0)));
}

/** Whether some numbering has the chapters and verses, as far as the book is known. */
export function exists({ book_id, chapter = 1, verse = 1, end_chapter = chapter, end_verse = 1 }: Passage): boolean {
  const counts = largestCountsOf(CANON[book_id - 1]!);
  if (!counts) return true;
  const lastVerse = end_chapter === chapter ? Math.max(verse, end_verse) : end_verse;
  return verse <= (counts[chapter - 1] ?? 0) && lastVerse <= (counts[end_chapter - 1] ?? 0);
}

/** Whether a number behind the book's name is a verse. */
export function hasOneChapter(book: BookDefinition): boolean {
  return FOREIGN_ONE_CHAPTER_BOOKS.has(book.code) || largestCountsOf(book)?.length === 1;
}
