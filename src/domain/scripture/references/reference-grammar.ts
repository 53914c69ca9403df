import type { CanonBook } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { largestChapterCounts, passageExists } from '../versification/largest-counts.ts';
import { type NumberToken, OPEN_END, type SeparatorMark } from './reference-tokens.ts';

/** The choices for reading numbers that can be understood in several ways. */
export interface Notation {
  /** The marks that separate chapter and verse. */
  readonly chapterMarks: ReadonlySet<SeparatorMark>;
  /** True if spaces alone separate them: "john 3 16". */
  readonly spaces: boolean;
  /** The meaning of an ambiguous number after a verse: "3:16; 18", "3:16, 4", "3 16, 4 1". */
  readonly later: 'chapter' | 'verse';
  /**
   * The meaning of numbers that follow a verse after spaces only: the last is the end of a range ("5 3 10", the
   * default), all are verses, or two of them are chapter and verse ("6 4-9 11 13-21").
   */
  readonly run?: 'verses' | 'chapters';
}

interface Start {
  readonly chapter: number;
  readonly verse?: number;
}

/**
 * Parses the numbers after a book's name from left to right. Returns null if they have no meaning: an end before its
 * start, too many numbers, or a verse without its chapter.
 */
export function parseNumbers(book: CanonBook, tokens: readonly NumberToken[], notation: Notation): Passage[] | null {
  const passages: Passage[] = [];
  let before: Passage | null = null;
  for (let at = 0; at < tokens.length; ) {
    const read = readPassage(book, tokens, at, before, notation);
    if (!read) return null;
    passages.push(read.passage);
    before = read.passage;
    at = read.next;
  }
  return passages;
}

function readPassage(
  book: CanonBook,
  tokens: readonly NumberToken[],
  at: number,
  before: Passage | null,
  notation: Notation,
): { passage: Passage; next: number } | null {
  const token = tokens[at]!;
  if (token.value === 0 || token.value === OPEN_END) return null;
  if (!(before ? LIST_MARKS : FIRST_MARKS).has(token.mark)) return null;
  const lastVerse = before?.verse === undefined ? null : (before.end_verse ?? before.verse);
  const isVerse = lastVerse !== null && !startsChapter(tokens, at, lastVerse, notation);
  // "3:16 7"
  if (isVerse && token.mark === ' ' && token.value <= lastVerse) return null;
  if (token.word === 'verse' && !isVerse) return null;
  // After a mark, spaces are enough: "8:28, 9 1".
  const spaces = notation.spaces || (lastVerse !== null && token.mark !== ' ');
  const withVerse = !isVerse && token.follow === '' && isVerseOf(tokens, at + 1, { ...notation, spaces });
  const start: Start = isVerse
    ? { chapter: before?.end_chapter ?? before!.chapter!, verse: token.value }
    : { chapter: token.value, ...(withVerse && { verse: tokens[at + 1]!.value }) };
  if (start.verse === 0) return null;
  const last = withVerse ? at + 1 : at;
  const { follow } = tokens[last]!;
  const end = tokens[last + 1];
  if (end?.mark === '-') return follow === '' ? readEnd(book, start, tokens, last + 1, notation) : null;
  if (isSecondVerse(start, tokens, last + 1) && (before === null || notation.run === undefined)) {
    const passage = span(book, start, start.chapter, end!.value);
    return passage && { passage, next: last + 2 };
  }
  const passage = follow === '' ? toSingle(book, start) : follows(book, start, follow);
  return passage && { passage, next: last + 1 };
}

/** "John, 3:16", "John: 3,16" */
const FIRST_MARKS: ReadonlySet<SeparatorMark> = new Set<SeparatorMark>(['', ' ', ',', '.', ':']);
const LIST_MARKS: ReadonlySet<SeparatorMark> = new Set<SeparatorMark>([' ', ',', '.', ';', '&']);

/** Returns true if the number at this index is the verse of the chapter before it. */
function isVerseOf(
  tokens: readonly NumberToken[],
  at: number,
  { chapterMarks, spaces }: Pick<Notation, 'chapterMarks' | 'spaces'>,
): boolean {
  const token = tokens[at];
  if (!token || token.word === 'chapter' || token.mark === '-') return false;
  if (token.word === 'verse') return token.mark !== ';';
  return chapterMarks.has(token.mark) || (spaces && token.mark === ' ');
}

/** Returns true if a number after a verse begins a chapter: "3:16; 4:1". */
function startsChapter(
  tokens: readonly NumberToken[],
  at: number,
  lastVerse: number,
  { later, run, ...notation }: Notation,
): boolean {
  const { word, mark, follow, value, part } = tokens[at]!;
  if (word !== null) return word === 'chapter';
  // "3,8a(8b.9)"
  if (part && value === lastVerse) return false;
  const descends = value <= lastVerse;
  const spaces = notation.spaces && (descends || run === 'chapters' || (later === 'chapter' && mark !== ' '));
  if (follow === '' && isVerseOf(tokens, at + 1, { ...notation, spaces })) return true;
  return later === 'chapter' && (mark === ';' || (descends && mark !== ' '));
}

/** Returns true if the number is the end of a range: "5 3 10", "5:3 10". */
function isSecondVerse({ verse }: Start, tokens: readonly NumberToken[], at: number): boolean {
  const token = tokens[at];
  return (
    verse !== undefined &&
    token?.mark === ' ' &&
    token.word !== 'chapter' &&
    at === tokens.length - 1 &&
    token.value > verse
  );
}

/** Reads the end of a range that begins at this index. */
function readEnd(
  book: CanonBook,
  start: Start,
  tokens: readonly NumberToken[],
  at: number,
  notation: Notation,
): { passage: Passage; next: number } | null {
  const { value, word, follow } = tokens[at]!;
  const withVerse = word !== 'verse' && follow === '' && isVerseOf(tokens, at + 1, { ...notation, spaces: false });
  const last = withVerse ? tokens[at + 1]! : tokens[at]!;
  if (last.follow !== '') return null;
  const finish = (passage: Passage | null, next: number) => passage && { passage, next };
  if (withVerse) {
    // A range such as "1-2:3" begins with verse 1.
    const from = { ...start, verse: start.verse ?? 1 };
    return finish(last.value === OPEN_END ? toEnd(book, from, value) : span(book, from, value, last.value), at + 2);
  }
  if (start.verse === undefined) {
    if (word === 'verse') return null;
    return finish(spanChapters(book, start.chapter, value), at + 1);
  }
  if (value === OPEN_END) return finish(toEnd(book, start, start.chapter), at + 1);
  if (word === 'chapter') return finish(toEnd(book, start, value), at + 1);
  const passage =
    value < start.verse ? spanShortened(book, start, tokens[at]!) : span(book, start, start.chapter, value);
  return finish(passage, at + 1);
}

/** Reads a shortened end: "119:16-8" ends at verse 18. Returns null if there is no such verse. */
function spanShortened(book: CanonBook, start: Start, { value, digits }: NumberToken): Passage | null {
  const step = 10 ** digits;
  const passage = span(book, start, start.chapter, start.verse! - (start.verse! % step) + value);
  return passage && passageExists(passage) ? passage : null;
}

const toSingle = ({ id }: CanonBook, start: Start): Passage => ({ book_id: id, ...start });

function span({ id }: CanonBook, { chapter, verse }: Start, endChapter: number, endVerse: number): Passage | null {
  if (endVerse === 0 || endChapter < chapter || (endChapter === chapter && endVerse < verse!)) return null;
  const passage: Passage = { book_id: id, chapter, verse: verse! };
  if (endChapter !== chapter) passage.end_chapter = endChapter;
  if (endChapter !== chapter || endVerse !== verse) passage.end_verse = endVerse;
  return passage;
}

function spanChapters(book: CanonBook, chapter: number, end: number): Passage | null {
  const endChapter = end === OPEN_END ? largestChapterCounts(book)?.length : end;
  if (endChapter === undefined || endChapter < chapter) return null;
  return { book_id: book.id, chapter, ...(endChapter !== chapter && { end_chapter: endChapter }) };
}

/**
 * Returns a passage from a verse to the end of a chapter, whichever verse that is. Returns null if no edition has the
 * start.
 */
function toEnd({ id }: CanonBook, { chapter, verse }: Start, endChapter: number): Passage | null {
  const start = { book_id: id, chapter, verse: verse! };
  if (endChapter < chapter || !passageExists(start)) return null;
  if (verse === 1) return { book_id: id, chapter, ...(endChapter !== chapter && { end_chapter: endChapter }) };
  return { ...start, end_chapter: endChapter };
}

/** "16f", "16ff", "48ff" */
function follows(book: CanonBook, start: Start, follow: 'f' | 'ff'): Passage | null {
  const { chapter, verse } = start;
  if (verse !== undefined) return follow === 'f' ? span(book, start, chapter, verse + 1) : toEnd(book, start, chapter);
  if (!passageExists({ book_id: book.id, chapter })) return null;
  return spanChapters(book, chapter, follow === 'f' ? chapter + 1 : OPEN_END);
}
