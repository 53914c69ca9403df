import { findBook, osisOf } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { mergeRanges, type PositionRange, rangesOverlap } from '../position-ranges.ts';
import { findRelatedBook } from '../related-books.ts';
import { findFirstIndex, lastVerseNumber, type NumberedVerse, versesInPassage } from '../verse-ranges.ts';
import { largestChapterCounts } from './largest-counts.ts';
import { findChapterCounts } from './versification.ts';
import { ANCHORS, PSALMS } from './versification-anchors.ts';
import { psalmAnchors } from './versification-psalms.ts';

type Numbered = { readonly chapter: number; readonly verse: number };

/**
 * A verse of a numbering with its position, from `start` up to but excluding `end`, on a scale that all numberings of
 * the book share. Verses of two numberings that overlap have words in common. Additions have a scale after that of the
 * book.
 */
interface PlacedVerse extends Numbered {
  readonly start: number;
  readonly end: number;
}

/** A numbering of the verses of a book. */
export interface BookNumbering {
  /** The versifications with this numbering. "KJV" is the reference for the others. */
  readonly names: readonly string[];
  /** The verse counts of each versification, by chapter. */
  readonly counts: readonly (readonly number[])[];
  /** The verses in the order of chapter and verse. */
  readonly verses: readonly PlacedVerse[];
  /** The verses by number. */
  readonly places: ReadonlyMap<number, PlacedVerse>;
}

/** Each verse of the King James Version has three positions on the scale: its first part, main part and last part. */
const POSITIONS_PER_VERSE = 3;
const CHAPTER_VERSES = 1_000;
const LAST_PART = 2;
/** The start of the scale of additions, beyond any chapter. */
const ADDITIONS = 1_000_000_000;
/** The start of the first scale of verses whose place is unknown. */
const UNPLACED = 2 * ADDITIONS;
/** Returns the start of the scale that the sign of an anchor stands for: "", "+", "?" or "??". */
const scaleOf = (sign: string): number => (sign === '' ? 0 : sign === '+' ? ADDITIONS : (1 + sign.length) * ADDITIONS);
const CHAPTER_POSITIONS = CHAPTER_VERSES * POSITIONS_PER_VERSE;
const endOfChapter = (place: number): number => (Math.floor(place / CHAPTER_POSITIONS) + 1) * CHAPTER_POSITIONS;
const endOfTitle = (place: number): number =>
  place < ADDITIONS ? endOfChapter(place) - CHAPTER_POSITIONS + POSITIONS_PER_VERSE : 0;
/** Returns true for the title of a psalm, which many editions print as a heading instead of counting it. */
export const isPsalmTitle = ({ start, end }: PositionRange): boolean => end <= endOfTitle(start);
const numberOf = ({ chapter, verse }: Numbered): number => chapter * CHAPTER_VERSES + verse;
const placeOf = (chapter: number, verse: number): number => numberOf({ chapter, verse }) * POSITIONS_PER_VERSE;

const numberings = new Map<string, readonly BookNumbering[]>();

/**
 * Returns the numberings of a book, the King James Version's first; an empty array for a book with only one numbering.
 */
export function bookNumberings(osis: string): readonly BookNumbering[] {
  const known = numberings.get(osis);
  if (known) return known;
  const found = readNumberings(osis);
  numberings.set(osis, found);
  return found;
}

type Anchors = readonly [versifications: string, anchors: string, ends?: Readonly<Record<number, number>> | undefined];

function readNumberings(osis: string): readonly BookNumbering[] {
  const anchors: readonly Anchors[] =
    osis === 'Ps'
      ? PSALMS.map(([names, order, own, ends]) => [names, `${psalmAnchors(order)} ${own}`.trim(), ends])
      : (ANCHORS[osis] ?? []);
  if (anchors.length === 0) return [];
  const base = findChapterCounts('KJV', osis) ? 'KJV' : 'KJVA';
  return [[base, ''] as Anchors, ...anchors].map(([list, text, ends = {}]) => {
    const names = list.split(' ');
    const counts = names
      .map((name) => findChapterCounts(name, osis))
      .filter((chapters) => chapters !== null)
      .map((chapters) => chapters.map((count, at) => ends[at + 1] ?? count));
    const verses = placeVerses(counts[0]!, readAnchors(text), list === base);
    const places = new Map(verses.map((verse) => [numberOf(verse), verse]));
    return { names, counts, verses, places };
  });
}

interface Anchor {
  /** The start of the scale of `chapter` and `verse`; 0 for that of the King James Version. */
  readonly scale: number;
  readonly chapter: number;
  readonly verse: number;
  readonly part: string;
}

/** Parses anchors by their verse: "32:1=31:55" by "32:1". */
function readAnchors(text: string): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>();
  for (const pair of text === '' ? [] : text.split(' ')) {
    const [own, place] = pair.split('=') as [string, string];
    const [, sign, chapter, verse, part] = /^(\+|\?*)(\d+):(\d+)([ab]?)$/.exec(place.replace(/\?$/, `?${own}`))!;
    anchors.set(own, { scale: scaleOf(sign!), chapter: Number(chapter), verse: Number(verse), part: part! });
  }
  return anchors;
}

function placeVerses(
  chapters: readonly number[],
  anchors: ReadonlyMap<string, Anchor>,
  hasTitles: boolean,
): PlacedVerse[] {
  const placed = [...anchors.values()];
  const split = new Set(placed.filter(({ part }) => part === 'a').map(({ chapter, verse }) => `${chapter}:${verse}`));
  const titled = new Set(placed.filter(({ verse }) => verse === 0).map(({ chapter }) => chapter));
  const starts: (Numbered & { start: number })[] = [];
  let next: Anchor = { scale: 0, chapter: 1, verse: 1, part: '' };
  chapters.forEach((count, at) => {
    const chapter = at + 1;
    if (hasTitles) starts.push({ chapter, verse: 0, start: placeOf(chapter, 0) });
    next = { scale: next.scale >= UNPLACED ? next.scale : 0, chapter, verse: 1, part: '' };
    for (let verse = 1; verse <= count; verse++) {
      const here = anchors.get(`${chapter}:${verse}`) ?? next;
      next = { ...here, verse: here.verse + 1, part: '' };
      starts.push({ chapter, verse, start: startOf(here) });
    }
  });

  function startOf({ scale, chapter, verse, part }: Anchor): number {
    if (scale > 0) return scale + placeOf(chapter, verse);
    if (part === 'b') return placeOf(chapter, verse) + LAST_PART;
    if (part === '' && split.has(`${chapter}:${verse}`)) return placeOf(chapter, verse) + 1;
    // A title that is not a verse is part of the first one.
    const withTitle = verse === 1 && !hasTitles && !titled.has(chapter);
    return placeOf(chapter, withTitle ? 0 : verse);
  }

  // A verse ends where the next one begins on the scale, anywhere in the book. The last one ends with its chapter. The
  // place of what follows may be unknown; the verse then ends with its own number.
  const order = starts.flatMap(({ start }) => (start < ADDITIONS ? [start] : [])).sort((a, b) => a - b);
  const ends = new Map(order.map((start, at) => [start, order[at + 1] ?? endOfChapter(start)]));
  return starts.map((verse, at) => {
    const own = verse.start + POSITIONS_PER_VERSE;
    return {
      ...verse,
      end: starts[at + 1] && starts[at + 1]!.start >= UNPLACED ? own : (ends.get(verse.start) ?? own),
    };
  });
}

/** Returns the highest verse number of each chapter. */
export function lastVerses(verses: readonly NumberedVerse[]): Map<number, number> {
  const lasts = new Map<number, number>();
  for (const verse of verses) lasts.set(verse.chapter, Math.max(lastVerseNumber(verse), lasts.get(verse.chapter) ?? 0));
  return lasts;
}

const found = new WeakMap<readonly NumberedVerse[], BookNumbering | null>();

/**
 * Returns the numbering nearest to a book's verses. Each chapter that ends elsewhere counts against a numbering, twice
 * as much if it has more verses than possible. Returns null if the book has only one numbering. The result is cached,
 * so `verses` must not change.
 */
export function findNumbering(bookId: number, verses: readonly NumberedVerse[]): BookNumbering | null {
  const known = found.get(verses);
  if (known !== undefined) return known;
  const lasts = lastVerses(verses);
  const distance = (counts: readonly number[]): number => {
    let sum = 0;
    for (const [chapter, last] of lasts) {
      const count = counts[chapter - 1] ?? 0;
      if (last !== count) sum += last > count ? 2 : 1;
    }
    return sum;
  };
  let nearest: BookNumbering | null = null;
  let least = Number.POSITIVE_INFINITY;
  const book = findBook(bookId);
  for (const numbering of book ? bookNumberings(osisOf(book)) : []) {
    const own = Math.min(...numbering.counts.map(distance));
    if (own >= least) continue;
    nearest = numbering;
    least = own;
  }
  found.set(verses, nearest);
  return nearest;
}

/**
 * Returns true if the numbering of a book's verses includes the passage up to its end, even if some verses are missing.
 * "3:16-99" is past the end of its chapter. [D32]
 */
export function numberingContains(verses: readonly NumberedVerse[], passage: Passage): boolean {
  const { book_id, chapter, verse = 0, end_chapter = chapter, end_verse = 0 } = passage;
  if (chapter === undefined) return verses.length > 0;
  const last = lastVerseOf(book_id, verses, chapter);
  const end = lastVerseOf(book_id, verses, end_chapter!);
  return last > 0 && verse <= last && end > 0 && end_verse <= end;
}

/**
 * Returns the number of the last verse of a chapter, by the edition's verses and its numbering; 0 if there is no such
 * chapter.
 */
function lastVerseOf(bookId: number, verses: readonly NumberedVerse[], chapter: number): number {
  const own = verses[findFirstIndex(verses, (one) => one.chapter > chapter) - 1];
  const numbering = findNumbering(bookId, verses);
  const counted = numbering ? numbering.counts : [largestChapterCounts(findBook(bookId)!) ?? []];
  return Math.max(
    own?.chapter === chapter ? lastVerseNumber(own) : 0,
    ...counted.map((counts) => counts[chapter - 1] ?? 0),
  );
}

/**
 * Returns the verses of one edition's book that are parallel to a passage in the numbering of `as`. Verses without a
 * position in the other numbering are included only for the whole book.
 */
export function findParallelVerses<Verse extends NumberedVerse>(
  verses: readonly Verse[],
  as: readonly NumberedVerse[],
  passage: Passage,
): readonly Verse[] {
  const own = findNumbering(passage.book_id, verses);
  const other = findNumbering(passage.book_id, as);
  if (!own || !other || own === other || passage.chapter === undefined) return versesInPassage(verses, passage);
  const ranges = mergeRanges(versesInPassage(other.verses, passage));
  const place = (chapter: number, verse: number) => placeIn(own, chapter, verse);
  return verses.filter((verse) => isWithinRanges(ranges, place, verse));
}

/** Returns the position range of a verse number. */
export type ToRange = (chapter: number, verse: number) => PositionRange;

/** Returns true if a verse overlaps one of the ranges. */
export function isWithinRanges(ranges: readonly PositionRange[], place: ToRange, verse: NumberedVerse): boolean {
  for (let number = verse.verse; number <= lastVerseNumber(verse); number++) {
    const placed = place(verse.chapter, number);
    if (ranges.some((stretch) => rangesOverlap(stretch, placed))) return true;
  }
  return false;
}

const toRangeCache = new WeakMap<readonly NumberedVerse[], ToRange>();

/**
 * Returns the function from verse numbers to positions on the scale of the book's home, such as Daniel for Susanna. The
 * result is cached, so `verses` must not change.
 */
export function createToRange(bookId: number, verses: readonly NumberedVerse[]): ToRange {
  const known = toRangeCache.get(verses);
  if (known) return known;
  const related = findRelatedBook(bookId);
  const numbering = related
    ? numberingAtHome(related.home, related.versification, verses)
    : findNumbering(bookId, verses);
  const place: ToRange = (chapter, verse) => {
    const number = related ? related.toHome(chapter, verse, verses) : { chapter, verse };
    return placeIn(numbering, number.chapter, number.verse);
  };
  toRangeCache.set(verses, place);
  return place;
}

function numberingAtHome(
  home: number,
  versification: string | null,
  verses: readonly NumberedVerse[],
): BookNumbering | null {
  if (versification === null) return findNumbering(home, verses);
  return bookNumberings(osisOf(findBook(home)!)).find(({ names }) => names.includes(versification)) ?? null;
}

const coverCache = new WeakMap<readonly NumberedVerse[], readonly PositionRange[]>();

/** Returns the position ranges that an edition has of a book. The result is cached, so `verses` must not change. */
function coverOf({ bookId, verses }: BookText): readonly PositionRange[] {
  const known = coverCache.get(verses);
  if (known) return known;
  const place = createToRange(bookId, verses);
  const cover = mergeRanges(verses.flatMap((verse) => numbersOf(place, verse)));
  coverCache.set(verses, cover);
  return cover;
}

/** A book of an edition. */
interface BookText {
  readonly bookId: number;
  readonly verses: readonly NumberedVerse[];
}

/** One number of a verse and its position range. */
export interface VerseNumberRange extends Numbered, PositionRange {}

/**
 * Returns the numbers of verses of one edition's `book` that another edition has in none of its `texts`, in any
 * numbering. Verses that are partly present are not missing, nor are psalm titles, which many editions print as
 * headings.
 */
export function findMissingNumbers(
  some: readonly NumberedVerse[],
  book: BookText,
  texts: readonly BookText[],
): VerseNumberRange[] {
  const place = createToRange(book.bookId, book.verses);
  const covers = texts.map(coverOf);
  const isThere = (placed: PositionRange) => {
    if (isPsalmTitle(placed)) return true;
    return covers.some((cover) => {
      // The first range that ends after the verse starts.
      const at = findFirstIndex(cover, (one) => one.end > placed.start);
      return at < cover.length && rangesOverlap(cover[at]!, placed);
    });
  };
  return some.flatMap((verse) => numbersOf(place, verse)).filter((placed) => !isThere(placed));
}

/** Returns the numbers of a verse; a verse bridge has several. */
function numbersOf(place: ToRange, { chapter, verse: first, last = first }: NumberedVerse): VerseNumberRange[] {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const verse = first + at;
    const { start, end } = place(chapter, verse);
    return { chapter, verse, start, end };
  });
}

/**
 * Returns the position of a verse number. A number past the end of its chapter in the numbering keeps its own position,
 * on the scale of the verse before it.
 */
function placeIn(numbering: BookNumbering | null, chapter: number, verse: number): PositionRange {
  const number = numberOf({ chapter, verse });
  const placed = numbering?.places.get(number);
  if (placed) return placed;
  const before = numbering?.verses[findFirstIndex(numbering.verses, (one) => numberOf(one) > number) - 1]?.start ?? 0;
  const start = Math.floor(before / ADDITIONS) * ADDITIONS + placeOf(chapter, verse);
  return { start, end: start + POSITIONS_PER_VERSE };
}
