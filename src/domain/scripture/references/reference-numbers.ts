import { type CanonBook, findBookByCode } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { hasOneChapter, largestChapterCounts, passageExists } from '../versification/largest-counts.ts';
import { type Notation, parseNumbers } from './reference-grammar.ts';
import { joinAdjacentPassages } from './reference-lists.ts';
import { listFallbackNotations, listNotations, listRunNotations } from './reference-notations.ts';
import { type NumberToken, tokenizeNumbers } from './reference-tokens.ts';

const PSALMS = findBookByCode('PSA')!.id;
const PSALM_151 = findBookByCode('PS2')!.id;

const COLON: Notation = { chapterMarks: new Set([':']), spaces: false, later: 'chapter' };
/** The longest psalm has 176 verses. */
const NUMBER_MAX_DIGITS = 3;
/**
 * The digits of a chapter and verse after a space: "john 316" may be a verse, but "joel 11" is a typo and "acts 2024" a
 * year.
 */
const SPACED_GLUED_DIGITS = 3;

/**
 * Returns the possible meanings of the numbers after a book's name ("3:16-18", ""), most likely first. A meaning with
 * several passages is a list. Returns an empty array if the text has no meaning.
 */
export function readNumbers(book: CanonBook, rest: string): Passage[][] {
  const typed = tokenizeNumbers(rest);
  if (!typed || typed.some(({ digits }) => digits > NUMBER_MAX_DIGITS)) return [];
  if (typed.length === 0) return [[{ book_id: book.id }]];
  const readings = readTyped(book, typed)
    .map((passages) => joinAdjacentPassages(passages.map(toPsalm151)))
    .filter((passages) => passages.every((passage) => isInBook(book, passage)));
  const distinct = [...new Map(readings.map((passages) => [JSON.stringify(passages), passages])).values()];
  const existing = distinct.filter((passages) => passages.every(passageExists));
  return existing.length > 0 ? existing : distinct.slice(0, 1);
}

function readTyped(book: CanonBook, typed: readonly NumberToken[]): Passage[][] {
  const read = (tokens: readonly NumberToken[], notations: readonly Notation[]) =>
    (tokens.length > 0 ? notations : [])
      .map((notation) => parseNumbers(book, tokens, notation))
      .filter((passages) => passages !== null);
  if (hasOneChapter(book)) {
    const tokens = withChapter(typed);
    return tokens ? read(tokens, tokens === typed ? listNotations(typed) : [COLON]) : [];
  }
  const written = read(typed, listNotations(typed));
  // "8 1 4 28" may also be verses 1-4 and 28, so only numbers without a gap are clear.
  if (written.every((passages) => joinAdjacentPassages(passages).length > 1))
    written.push(...read(typed, listRunNotations(typed)));
  const spanned = readSpan(book, typed);
  if (spanned) return [spanned, ...written.filter((passages) => isPlausibleList(passages, typed))];
  const [first] = written;
  if (!first || first.some(spansMuch)) written.push(...read(withColon(typed), [COLON]));
  // "4,6-7" in a chapter of six verses ends too late; it is not a list.
  if (first && passageExists({ ...first[0]!, end_chapter: undefined, end_verse: undefined })) return written;
  return [...written, ...read(typed, listFallbackNotations(typed))];
}

/** The most chapters of a range that is clear. "3.16-18.20" ends in chapter 18, or is verses 16-18 and 20. */
const SPAN_MAX_CHAPTERS = 3;
const spansMuch = ({ chapter = 1, verse, end_chapter = chapter }: Passage): boolean =>
  verse !== undefined && end_chapter - chapter > SPAN_MAX_CHAPTERS;

/** Replaces the mark between chapter and verse with a colon, so that a later dot separates verses. */
const withColon = ([first, second, ...others]: readonly NumberToken[]): NumberToken[] =>
  second?.mark === '.' ? [first!, { ...second, mark: ':' }, ...others] : [];

/** Returns true if the book has the chapters. A book of one chapter has only chapter 1. */
const isInBook = (book: CanonBook, { chapter = 1, end_chapter = chapter }: Passage): boolean =>
  !hasOneChapter(book) || (chapter === 1 && end_chapter === 1);

function toPsalm151(passage: Passage): Passage {
  if (passage.book_id !== PSALMS || passage.chapter !== 151) return passage;
  return { ...passage, book_id: PSALM_151, chapter: 1, ...(passage.end_chapter && { end_chapter: 1 }) };
}

/** Inserts the chapter that references to a book of one chapter omit: "Jude 5". Returns null for another chapter. */
function withChapter(typed: readonly NumberToken[]): readonly NumberToken[] | null {
  const [first, second] = typed as [NumberToken, NumberToken | undefined];
  if (first.word === 'chapter') return typed;
  const isChapter = first.value === 1 && first.word === null && first.follow === '' && second?.mark !== '-';
  if (isChapter) return typed;
  // "Judas 2,3" would be in a second chapter.
  if (second?.mark === ':' || (second?.mark === ',' && !second.spaced)) return null;
  return [{ ...first, value: 1, word: null, follow: '' }, { ...first, mark: ':', word: null }, ...typed.slice(1)];
}

/**
 * Reads chapter and verse without a separator: "jn316-18". Returns only existing passages, and none if the number is a
 * chapter.
 */
export function readUnseparatedNumbers(book: CanonBook, rest: string): Passage[][] {
  const [first, ...others] = tokenizeNumbers(rest) ?? [];
  const chapters = largestChapterCounts(book)?.length;
  if (!first || chapters === undefined || hasOneChapter(book) || first.value <= chapters) return [];
  const next = others[0];
  if (first.word !== null || first.follow !== '' || next?.mark === ':' || next?.mark === ' ' || next?.word) return [];
  if (first.spaced && first.digits !== SPACED_GLUED_DIGITS) return [];
  const digits = String(first.value);
  const readings: Passage[][] = [];
  for (let length = 1; length < digits.length; length++) {
    if (digits[length] === '0') continue;
    const chapter = { ...first, value: Number(digits.slice(0, length)) };
    const verse: NumberToken = { ...first, value: Number(digits.slice(length)), mark: ':' };
    const passages = parseNumbers(book, [chapter, verse, ...others], COLON);
    if (passages?.every(passageExists)) readings.push(joinAdjacentPassages(passages));
  }
  return readings;
}

/**
 * Reads a range in which the last number may be a verse of the chapter before it: "1 1-2 3", "1:1 - 2 3", "1-2 3", "1 1
 * 2 3".
 */
function readSpan(book: CanonBook, typed: readonly NumberToken[]): Passage[] | null {
  const last = typed.at(-1)!;
  const end = typed.at(-2);
  const start = typed.slice(0, -2);
  if (!end || start.length === 0 || start.length > 2) return null;
  const isFour = start.length === 2 && typed.slice(1).every(({ mark }) => mark === ' ');
  if (last.mark !== ' ' || (end.mark !== '-' && !isFour)) return null;
  if (typed.some(({ word, follow }) => word !== null || follow !== '') || start[1]?.mark === '-') return null;
  const tokens: NumberToken[] = [...start, { ...end, mark: '-' }, { ...last, mark: ':' }];
  if (tokens.length === 4) tokens[1] = { ...tokens[1]!, mark: ':' };
  const spanned = parseNumbers(book, tokens, COLON);
  return spanned?.every(passageExists) ? spanned : null;
}

/**
 * Returns true if the numbers are a plausible list. "1-2 3" does not mean verses 1-3 of a chapter, nor "13-14 1" a
 * list.
 */
function isPlausibleList(passages: readonly Passage[], typed: readonly NumberToken[]): boolean {
  if (!passages.every(passageExists)) return false;
  if (typed.length === 3 || typed.every(({ mark }) => mark !== '-')) return true;
  const [first, last] = passages;
  if (joinAdjacentPassages(passages).length === 1) return false;
  return first?.end_verse !== undefined && last?.verse !== undefined && last.verse > first.end_verse;
}
