import type { Passage } from './passage-numbers.ts';

/**
 * A verse numbered by its edition. `last` is the last number of a verse bridge, which is one verse with all its
 * numbers. [D30]
 */
export interface NumberedVerse {
  readonly chapter: number;
  readonly verse: number;
  readonly last?: number | undefined;
}

/** Returns the verses of a passage; `verses` must be in order. A bridge is included if any of its numbers is. */
export function versesInPassage<Verse extends NumberedVerse>(
  verses: readonly Verse[],
  passage: Passage,
): readonly Verse[] {
  const { chapter = 0, verse = 0 } = passage;
  const last = passage.end_chapter ?? (passage.chapter === undefined ? Number.POSITIVE_INFINITY : chapter);
  const lastVerse = passage.end_verse ?? Number.POSITIVE_INFINITY;
  const start = findFirstIndex(
    verses,
    (one) => one.chapter > chapter || (one.chapter === chapter && lastVerseNumber(one) >= verse),
  );
  const end = findFirstIndex(verses, (one) => one.chapter > last || (one.chapter === last && one.verse > lastVerse));
  return verses.slice(start, end);
}

/** Returns the last number of a verse, which is usually its only one. */
export const lastVerseNumber = ({ verse, last = verse }: NumberedVerse): number => last;

/** Returns the first index at which the condition holds. It must hold for all later verses and for none before. */
export function findFirstIndex<Verse>(verses: readonly Verse[], holds: (verse: Verse) => boolean): number {
  let from = 0;
  let to = verses.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(verses[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Formats verses in order as "3:17" and consecutive ones as "3:17-19". */
export function formatVerseRanges(verses: readonly NumberedVerse[]): string[] {
  const ranges: { chapter: number; verse: number; last: number }[] = [];
  for (const one of verses) {
    const before = ranges.at(-1);
    if (before && before.chapter === one.chapter && before.last + 1 === one.verse) before.last = lastVerseNumber(one);
    else ranges.push({ chapter: one.chapter, verse: one.verse, last: lastVerseNumber(one) });
  }
  return ranges.map(({ chapter, verse, last }) => `${chapter}:${verse}${last > verse ? `-${last}` : ''}`);
}
