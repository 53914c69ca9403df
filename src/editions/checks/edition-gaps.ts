import { findBook, osisOf } from '../../domain/scripture/canon.ts';
import { findChapterCounts, versificationNames } from '../../domain/scripture/versification/versification.ts';
import { lastVerses } from '../../domain/scripture/versification/versification-map.ts';
import type { EditionBook } from '../normalized-edition.ts';

/** A chapter with a smaller share of its verses counts as a quotation from it. */
const CHAPTER_SHARE_MIN = 1 / 4;

/**
 * Expected extent of a book: all of it; some of its chapters, as for psalms; or single verses, where only a missing
 * verse between two others is a gap.
 */
export type ExpectedExtent = 'book' | 'chapters' | 'verses';

/**
 * Returns the numbers that a book lacks in the versification closest to its own: "4" or "4-6" for chapters, "17:21" or
 * "17:21-23" for verses. `bridged` is that of `ParsedEdition`.
 */
export function findGaps(book: EditionBook, extent: ExpectedExtent, bridged: ReadonlySet<string>): string[] {
  const chapters = Map.groupBy(book.verses, ({ chapter }) => chapter);
  const expected = closestCounts(book);
  const numbers = [...chapters.keys()];
  const first = extent === 'book' ? 1 : Math.min(...numbers);
  const last = extent === 'book' ? Math.max(expected.length, ...numbers) : Math.max(...numbers);
  const gaps: string[] = [];
  for (let chapter = first; chapter <= last; chapter++) {
    const verses = chapters.get(chapter);
    if (verses) {
      const present = new Set(verses.map(({ verse }) => verse));
      const isMissing = (verse: number) => !present.has(verse) && !bridged.has(`${book.book_id}/${chapter}:${verse}`);
      const own = Math.max(...present);
      const end = extent === 'verses' ? own : Math.max(own, expected[chapter - 1] ?? own);
      gaps.push(...toRanges(1, end, isMissing).map((range) => `${chapter}:${range}`));
    } else if (extent !== 'chapters') {
      const until = toRanges(chapter, last, (each) => !chapters.has(each))[0]!;
      gaps.push(until);
      chapter = Number(until.split('-').at(-1));
    }
  }
  return gaps;
}

/** Returns the missing numbers from `first` to `last` as ranges: "3", "5-7". */
function toRanges(first: number, last: number, isMissing: (number: number) => boolean): string[] {
  const ranges: string[] = [];
  for (let number = first; number <= last; number++) {
    if (!isMissing(number)) continue;
    const start = number;
    while (number < last && isMissing(number + 1)) number++;
    ranges.push(number > start ? `${start}-${number}` : `${start}`);
  }
  return ranges;
}

/** Returns whether any chapter of the book has more than a few verses. */
export function hasChapters(book: EditionBook): boolean {
  const expected = closestCounts(book);
  const chapters = Map.groupBy(book.verses, ({ chapter }) => chapter);
  return [...chapters].some(([chapter, verses]) => verses.length >= (expected[chapter - 1] ?? 0) * CHAPTER_SHARE_MIN);
}

/** Returns whether the book has less than half of its chapters. */
export const isExcerpt = (book: EditionBook): boolean =>
  new Set(book.verses.map(({ chapter }) => chapter)).size < closestCounts(book).length / 2;

const counted = new WeakMap<EditionBook, readonly number[]>();

/** Returns the verse counts of the chapters in the known versification that is closest to the book's own. */
function closestCounts(book: EditionBook): readonly number[] {
  const known = counted.get(book) ?? findClosestCounts(book);
  counted.set(book, known);
  return known;
}

function findClosestCounts(book: EditionBook): readonly number[] {
  const definition = findBook(book.book_id);
  if (!definition) return [];
  const lasts = lastVerses(book.verses);
  let closest: readonly number[] = [];
  let least = Number.POSITIVE_INFINITY;
  // KJV comes first, because most books follow it.
  for (const name of ['KJV', ...versificationNames()]) {
    const counts = findChapterCounts(name, osisOf(definition));
    const distance = counts ? distanceTo(counts, lasts) : least;
    if (distance >= least) continue;
    closest = counts!;
    least = distance;
    if (least === 0) break;
  }
  return closest;
}

/** More than the number of chapters of any book. */
const CHAPTERS_BEYOND = 1_000;

/** Limits the distance of one chapter; how much of it is cut off does not matter. */
const APART_MAX = 5;

/**
 * Returns the distance between the chapters' last verses. A chapter with too many verses counts twice. If two
 * versifications are equally close, the one with fewer extra chapters is closer.
 */
function distanceTo(counts: readonly number[], lasts: ReadonlyMap<number, number>): number {
  let distance = Math.max(0, counts.length - Math.max(...lasts.keys())) / CHAPTERS_BEYOND;
  for (const [chapter, last] of lasts) {
    const count = counts[chapter - 1] ?? 0;
    distance += Math.min(Math.abs(last - count), APART_MAX) * (last > count ? 2 : 1);
  }
  return distance;
}
