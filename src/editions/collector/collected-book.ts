import type { CanonBook } from '../../domain/scripture/canon.ts';

/** Psalm 151 is the last chapter that any edition has, and Psalm 119:176 the highest verse; a little more than that is taken. */
export const CHAPTER_MAX = 200;
export const VERSE_MAX = 200;
/** Verses of a book that stand in another order, told one by one. */
const DISPLACED_SHOWN_MAX = 3;

/** One number for a verse of a book. */
export const toVerseKey = (chapter: number, verse: number): number => chapter * (VERSE_MAX + 1) + verse;

/** Where something stands in a source. The line counts from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number | null;
}

/** A verse as a format numbers it: `5`, part `5a`, bridge `1-2`, or both: `1-2a`. */
export interface VerseNumber {
  readonly chapter: number;
  readonly verse: number;
  readonly part?: string | undefined;
  /** The end of a bridge. */
  readonly last?: number | undefined;
  readonly lastPart?: string | undefined;
  /** Those within the bridge that a list (`1,3`) does not name. */
  readonly skipped?: readonly number[] | undefined;
}

/** A verse as far as it has come. */
export interface CollectedVerse {
  readonly chapter: number;
  readonly verse: number;
  readonly position: SourcePosition;
  last: number;
  /** Verses within the bridge that its list does not name. */
  skipped: readonly number[] | undefined;
  text: string;
  notes: number;
}

/** A book as far as it has come. */
export interface CollectedBook {
  readonly book: CanonBook;
  name: string;
  /** By `toVerseKey`. */
  readonly verses: Map<number, CollectedVerse>;
  /** By `toVerseKey` too: the parts that have come, "" for the whole. */
  readonly taken: Map<number, Set<string>>;
  /** Files that have what another file has. */
  readonly repeatedIn: Set<string>;
}

/** A bridge of which the list does not name a verse that stands by itself ends with what it names before that. */
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

/** A place as it is told. */
export const formatPosition = ({ file, line }: SourcePosition): string =>
  `${file}${line === null ? '' : `, line ${line}`}`;

/** Why a number cannot be that of a verse; null where it can. */
export function findNumberError({ code }: CanonBook, { chapter, verse, last = verse }: VerseNumber): string | null {
  if (!(chapter >= 1 && chapter <= CHAPTER_MAX)) return `chapter ${chapter} of ${code} is out of bounds`;
  if (verse >= 1 && last >= verse && last <= VERSE_MAX) return null;
  return `the verse number in ${code} ${chapter}:${verse}${last === verse ? '' : `-${last}`} is out of bounds`;
}

/** Remarks on verses that stand after a later one. */
export function describeDisplacedVerses({ book, verses }: CollectedBook): string[] {
  const remarks: string[] = [];
  let latest: CollectedVerse | null = null;
  let count = 0;
  for (const each of verses.values()) {
    if (!latest || toVerseKey(each.chapter, each.verse) > toVerseKey(latest.chapter, latest.verse)) {
      latest = each;
      continue;
    }
    if (++count > DISPLACED_SHOWN_MAX) continue;
    const [own, before] = [each, latest].map(({ chapter, verse }) => `${book.code} ${chapter}:${verse}`);
    remarks.push(`${formatPosition(each.position)}: ${own} stands after ${before} in the source, and was put in order`);
  }
  const more = count - DISPLACED_SHOWN_MAX;
  if (more > 0) remarks.push(`${more} more verses of ${book.code} stand in another order in the source`);
  return remarks;
}
