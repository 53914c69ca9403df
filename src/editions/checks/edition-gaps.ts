import { findBook, osisOf } from '../../domain/scripture/canon.ts';
import { findChapterCounts, versificationNames } from '../../domain/scripture/versification/versification.ts';
import { lastVerses } from '../../domain/scripture/versification/versification-map.ts';
import type { EditionBook } from '../normalized-edition.ts';

/** A chapter of which less is there is a quotation from it. */
const CHAPTER_SHARE_MIN = 1 / 4;

/**
 * How much of a book is to be expected: all of it; some of its chapters, as of psalms; or single verses, of which only what is
 * missing in between is a gap.
 */
export type ExpectedExtent = 'book' | 'chapters' | 'verses';

/**
 * The numbers that a book lacks, by the numbering that is nearest to its own: "4" or "4-6" for chapters, "17:21" or "17:21-23" for
 * verses. `bridged` as in `ParsedEdition`.
 */
export function findGaps(book: EditionBook, extent: ExpectedExtent, bridged: ReadonlySet<string>): string[] {
  const chapters = Map.groupBy(book.verses, ({ chapter }) => chapter);
  const usual = nearestCounts(book);
  const numbers = [...chapters.keys()];
  const first = extent === 'book' ? 1 : Math.min(...numbers);
  const last = extent === 'book' ? Math.max(usual.length, ...numbers) : Math.max(...numbers);
  const gaps: string[] = [];
  for (let chapter = first; chapter <= last; chapter++) {
    const verses = chapters.get(chapter);
    if (verses) {
      const present = new Set(verses.map(({ verse }) => verse));
      const isMissing = (verse: number) => !present.has(verse) && !bridged.has(`${book.book_id}/${chapter}:${verse}`);
      const own = Math.max(...present);
      const end = extent === 'verses' ? own : Math.max(own, usual[chapter - 1] ?? own);
      gaps.push(...toRanges(1, end, isMissing).map((range) => `${chapter}:${range}`));
    } else if (extent !== 'chapters') {
      const until = toRanges(chapter, last, (each) => !chapters.has(each))[0]!;
      gaps.push(until);
      chapter = Number(until.split('-').at(-1));
    }
  }
  return gaps;
}

/** "3", "5-7": the numbers from `first` to `last` that are missing. */
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

/** Whether any chapter of the book is there for more than a few verses. */
export function hasChapters(book: EditionBook): boolean {
  const usual = nearestCounts(book);
  const chapters = Map.groupBy(book.verses, ({ chapter }) => chapter);
  return [...chapters].some(([chapter, verses]) => verses.length >= (usual[chapter - 1] ?? 0) * CHAPTER_SHARE_MIN);
}

/** Whether less than half of the book's chapters are there. */
export const isExcerpt = (book: EditionBook): boolean =>
  new Set(book.verses.map(({ chapter }) => chapter)).size < nearestCounts(book).length / 2;

const counted = new WeakMap<EditionBook, readonly number[]>();

/** How many verses the chapters have in that of the known versifications of the book which is nearest to its own. */
function nearestCounts(book: EditionBook): readonly number[] {
  const known = counted.get(book) ?? countNearest(book);
  counted.set(book, known);
  return known;
}

function countNearest(book: EditionBook): readonly number[] {
  const definition = findBook(book.book_id);
  if (!definition) return [];
  const lasts = lastVerses(book.verses);
  let nearest: readonly number[] = [];
  let least = Number.POSITIVE_INFINITY;
  // Most books are numbered as the first has them.
  for (const name of ['KJV', ...versificationNames()]) {
    const counts = findChapterCounts(name, osisOf(definition));
    const distance = counts ? distanceTo(counts, lasts) : least;
    if (distance >= least) continue;
    nearest = counts!;
    least = distance;
    if (least === 0) break;
  }
  return nearest;
}

/** More than the chapters of any book. */
const CHAPTERS_BEYOND = 1_000;

/** How far the ends of a chapter lie apart; where it is cut off, it does not matter how far. */
const APART_MAX = 5;

/**
 * How far the ends of the chapters lie apart; one that has more verses than it could have counts twice as much. Of two that fit
 * alike, that which has fewer chapters more is nearer.
 */
function distanceTo(counts: readonly number[], lasts: ReadonlyMap<number, number>): number {
  let distance = Math.max(0, counts.length - Math.max(...lasts.keys())) / CHAPTERS_BEYOND;
  for (const [chapter, last] of lasts) {
    const count = counts[chapter - 1] ?? 0;
    distance += Math.min(Math.abs(last - count), APART_MAX) * (last > count ? 2 : 1);
  }
  return distance;
}
