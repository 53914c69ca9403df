import type { EditionBookText, EditionVerseText } from '../../storage/storage.ts';
import { findBook } from './canon.ts';
import type { Passage } from './passage-numbers.ts';
import { mergeRanges, subtractRanges } from './position-ranges.ts';
import { findRelatedBook } from './related-books.ts';
import { lastVerseNumber, versesInPassage } from './verse-ranges.ts';
import { largestChapterCounts } from './versification/largest-counts.ts';
import { createToRange, findNumbering, findParallelVerses, isWithinRanges } from './versification/versification-map.ts';

/** Verses of a book. */
export interface BookVerses {
  readonly book: EditionBookText;
  readonly verses: readonly EditionVerseText[];
}

/**
 * Returns the verses of one edition that are parallel to a passage of another edition, in which the book is `as`:
 * verses of the same book and, for what it lacks, of the books in `texts` that contain it, in order. [D17]
 */
export function findParallelTexts(
  texts: readonly EditionBookText[],
  as: EditionBookText,
  passage: Passage,
): BookVerses[] {
  const own = texts.find(({ bookId }) => bookId === as.bookId);
  const result: BookVerses[] = [];
  if (own) result.push({ book: own, verses: findParallelVerses(own.verses, as.verses, passage) });
  const others = texts.filter((text) => text !== own);
  if (others.length === 0 || own === as) return result.filter(({ verses }) => verses.length > 0);
  let missing = positionsOf(as, passage);
  for (const { book, verses } of result) missing = subtractRanges(missing, versePositions(book, verses));
  for (const book of others) {
    if (missing.length === 0) break;
    const verses = book.verses.filter((verse) =>
      isWithinRanges(missing, createToRange(book.bookId, book.verses), verse),
    );
    result.push({ book, verses });
    missing = subtractRanges(missing, versePositions(book, verses));
  }
  return result.filter(({ verses }) => verses.length > 0);
}

const relatedTexts = new Map<number, EditionBookText | null>();

/**
 * Returns the numbering of a book that editions print as part of another, for references to it if no edition has the
 * book itself: "Susanna 5" in a Bible where that is Daniel 13:5. Returns null for other books.
 */
export function relatedBookText(bookId: number): EditionBookText | null {
  const cached = relatedTexts.get(bookId);
  if (cached !== undefined) return cached;
  const counts = findRelatedBook(bookId) && largestChapterCounts(findBook(bookId)!);
  const verses = (counts ?? []).flatMap((count, at) =>
    Array.from({ length: count }, (_, verse) => ({ chapter: at + 1, verse: verse + 1, text: '' })),
  );
  const standIn = verses.length > 0 ? { bookId, name: '', verses } : null;
  relatedTexts.set(bookId, standIn);
  return standIn;
}

/** Returns the positions of a passage by the numbers of a book, including verses that its edition omits. */
function positionsOf(book: EditionBookText, passage: Passage) {
  const numbering = findNumbering(book.bookId, book.verses);
  const numbered = numbering && passage.chapter !== undefined ? versesInPassage(numbering.verses, passage) : [];
  return mergeRanges([...numbered, ...toPositions(book, versesInPassage(book.verses, passage))]);
}

const versePositions = (book: EditionBookText, verses: readonly EditionVerseText[]) =>
  mergeRanges(toPositions(book, verses));

function toPositions(book: EditionBookText, verses: readonly EditionVerseText[]) {
  const toRange = createToRange(book.bookId, book.verses);
  return verses.flatMap((verse) =>
    Array.from({ length: lastVerseNumber(verse) - verse.verse + 1 }, (_, at) =>
      toRange(verse.chapter, verse.verse + at),
    ),
  );
}
