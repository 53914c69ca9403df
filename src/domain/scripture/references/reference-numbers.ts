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
/** "john 316" may be a verse; "joel 11" is a slip, and "acts 2024" a year. Digits. */
const SPACED_GLUED_DIGITS = 3;

/**
 * What the numbers behind a known book's name may mean ("3:16-18", ""), the likeliest first; none where they mean nothing. A
 * reading of several passages is a list.
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
  // "8 1 4 28" may be verses 1-4 and 28, too: only what follows without a gap is clear.
  if (written.every((passages) => joinAdjacentPassages(passages).length > 1))
    written.push(...read(typed, listRunNotations(typed)));
  const spanned = readSpan(book, typed);
  if (spanned) return [spanned, ...written.filter((passages) => isPlausibleList(passages, typed))];
  const [first] = written;
  if (!first || first.some(spansMuch)) written.push(...read(withColon(typed), [COLON]));
  // "4,6-7" of a chapter that has six verses ends too late, and is no list.
  if (first && passageExists({ ...first[0]!, end_chapter: undefined, end_verse: undefined })) return written;
  return [...written, ...read(typed, listFallbackNotations(typed))];
}

/** "3.16-18.20" goes to chapter 18, or is verses 16-18 and 20. Chapters that nobody doubts. */
const SPAN_MAX_CHAPTERS = 3;
const spansMuch = ({ chapter = 1, verse, end_chapter = chapter }: Passage): boolean =>
  verse !== undefined && end_chapter - chapter > SPAN_MAX_CHAPTERS;

/** The same with a colon between chapter and verse, so that a later dot parts verses. */
const withColon = ([first, second, ...others]: readonly NumberToken[]): NumberToken[] =>
  second?.mark === '.' ? [first!, { ...second, mark: ':' }, ...others] : [];

/** Books of one chapter have no other, wherever their text is. */
const isInBook = (book: CanonBook, { chapter = 1, end_chapter = chapter }: Passage): boolean =>
  !hasOneChapter(book) || (chapter === 1 && end_chapter === 1);

function toPsalm151(passage: Passage): Passage {
  if (passage.book_id !== PSALMS || passage.chapter !== 151) return passage;
  return { ...passage, book_id: PSALM_151, chapter: 1, ...(passage.end_chapter && { end_chapter: 1 }) };
}

/** The chapter that nobody names where there is only one: "Jude 5". Null for another chapter. */
function withChapter(typed: readonly NumberToken[]): readonly NumberToken[] | null {
  const [first, second] = typed as [NumberToken, NumberToken | undefined];
  if (first.word === 'chapter') return typed;
  const isChapter = first.value === 1 && first.word === null && first.follow === '' && second?.mark !== '-';
  if (isChapter) return typed;
  // "Judas 2,3" would be a second chapter.
  if (second?.mark === ':' || (second?.mark === ',' && !second.spaced)) return null;
  return [{ ...first, value: 1, word: null, follow: '' }, { ...first, mark: ':', word: null }, ...typed.slice(1)];
}

/** "jn316-18": chapter and verse without anything between, where there is no such chapter. Only what exists. */
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

/** "1 1-2 3", "1:1 - 2 3", "1-2 3", "1 1 2 3": the last number may be a verse of the chapter before it. */
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

/** Nobody writes "1-2 3" for verses 1-3 of a chapter, nor "13-14 1" for a list. */
function isPlausibleList(passages: readonly Passage[], typed: readonly NumberToken[]): boolean {
  if (!passages.every(passageExists)) return false;
  if (typed.length === 3 || typed.every(({ mark }) => mark !== '-')) return true;
  const [first, last] = passages;
  if (joinAdjacentPassages(passages).length === 1) return false;
  return first?.end_verse !== undefined && last?.verse !== undefined && last.verse > first.end_verse;
}
