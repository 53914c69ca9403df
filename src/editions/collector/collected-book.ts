import type { BookNames } from '../../contract/book-names.ts';
import { type ImportNotice, type ReportLine, toNotice } from '../../contract/import-notices.ts';
import type { CanonBook } from '../../domain/scripture/canon.ts';
import type { SourcePosition } from '../../import-files/import-source.ts';
import { toReportLine } from '../../import-files/import-source.ts';

/**
 * Limits for chapter and verse numbers. The highest in any edition are Psalm 151 and Psalm 119:176; these leave some
 * room.
 */
export const CHAPTER_MAX = 200;
export const VERSE_MAX = 200;
/** Out-of-order verses that are listed one by one for each book. */
const DISPLACED_SHOWN_MAX = 3;

/** Returns a single number that identifies a verse of a book. */
export const toVerseKey = (chapter: number, verse: number): number => chapter * (VERSE_MAX + 1) + verse;

/** The number of a verse in a format: `5`, a part `5a`, a bridge `1-2`, or both: `1-2a`. */
export interface VerseNumber {
  readonly chapter: number;
  readonly verse: number;
  readonly part?: string | undefined;
  /** The end of a bridge. */
  readonly last?: number | undefined;
  readonly lastPart?: string | undefined;
  /** Verses within the bridge that a list such as `1,3` omits. */
  readonly skipped?: readonly number[] | undefined;
}

/** A verse that is being collected. */
export interface CollectedVerse {
  readonly chapter: number;
  readonly verse: number;
  readonly position: SourcePosition;
  last: number;
  /** Verses within the bridge that its list omits. */
  skipped: readonly number[] | undefined;
  text: string;
  notes: number;
}

/** A book that is being collected. */
export interface CollectedBook {
  readonly book: CanonBook;
  name: string;
  /** The names that the source gives the book. [D71] */
  names: BookNames;
  /** Verses by `toVerseKey`. */
  readonly verses: Map<number, CollectedVerse>;
  /** The parts of each verse collected so far, "" for the whole verse; by `toVerseKey`. */
  readonly taken: Map<number, Set<string>>;
  /** Files that repeat verses of another file. */
  readonly repeatedIn: Set<string>;
}

/** Returns the end of a bridge. If its list omits a verse that exists separately, the bridge ends before that verse. */
export function findBridgeEnd(
  { chapter, last, skipped = [] }: CollectedVerse,
  verses: CollectedBook['verses'],
): number {
  const own = skipped.find((verse) => verses.has(toVerseKey(chapter, verse)));
  if (own === undefined) return last;
  let end = own - 1;
  while (skipped.includes(end)) end--;
  return end;
}

/** Returns why a verse number is invalid, or null if it is valid. */
export function findNumberError(
  { code }: CanonBook,
  { chapter, verse, last = verse }: VerseNumber,
): ImportNotice | null {
  if (!(chapter >= 1 && chapter <= CHAPTER_MAX)) return toNotice('edition_chapter_range', { chapter, book: code });
  if (verse >= 1 && last >= verse && last <= VERSE_MAX) return null;
  const named = `${code} ${chapter}:${verse}${last === verse ? '' : `-${last}`}`;
  return toNotice('edition_verse_range', { verse: named });
}

/** Returns warnings about verses that come after a later verse. */
export function describeDisplacedVerses({ book, verses }: CollectedBook): ReportLine[] {
  const warnings: ReportLine[] = [];
  let latest: CollectedVerse | null = null;
  let count = 0;
  for (const each of verses.values()) {
    if (!latest || toVerseKey(each.chapter, each.verse) > toVerseKey(latest.chapter, latest.verse)) {
      latest = each;
      continue;
    }
    if (++count > DISPLACED_SHOWN_MAX) continue;
    const [own, before] = [each, latest].map(({ chapter, verse }) => `${book.code} ${chapter}:${verse}`);
    const notice = toNotice('edition_verse_moved', { verse: own!, before: before! });
    warnings.push(toReportLine(each.position, notice));
  }
  const more = count - DISPLACED_SHOWN_MAX;
  if (more > 0) {
    warnings.push(toReportLine(null, toNotice('edition_verses_moved', { count: more, book: book.code })));
  }
  return warnings;
}
