import { bookName, type CanonLanguage } from '../../canon.ts';
import { type EditionNames, NO_EDITION_NAMES } from '../../names/edition-names.ts';
import { renameInProse } from '../../names/rename-prose.ts';
import type { Passage } from '../../passage-numbers.ts';
import { type MappedText, replaceNumberWords } from '../number-words.ts';
import { candidatePassages, type PassageCandidate, type PassageReading, parsePassage } from '../reference.ts';
import { findEditionAfter } from '../reference-editions.ts';
import { findInvertedReferences } from './inverted-references.ts';
import { findNameBefore, isFullBookName, type ProseName } from './prose-names.ts';
import {
  CHAPTER_WORD,
  GAP,
  LIST_MARK,
  NUMBER,
  RANGE_MARK,
  VERSE_MARK,
  VERSE_WORD,
  WORD_BOUNDARY,
} from './prose-patterns.ts';

/** A reference in a text. `start` and `end` count UTF-16 code units. */
export interface ProseReference {
  readonly start: number;
  readonly end: number;
  readonly reference: string;
  readonly passages: readonly Passage[];
  /** True if chapter and verse are written or said as such: "3:16", "three verse sixteen", but not "three sixteen". */
  readonly explicit: boolean;
  /** The translation named after it, if any. */
  readonly edition?: string;
}

/** Matches a word, an optional word for chapters, and a number. */
const ANCHOR = new RegExp(
  `${WORD_BOUNDARY}([1-5]?\\p{L}[\\p{L}'’]*)(\\.?${GAP}[,:]?${GAP}(?:${CHAPTER_WORD}${GAP})?|${GAP},?${GAP}${VERSE_WORD}${GAP})(?=\\d)`,
  'giu',
);
const CHAPTER = new RegExp(CHAPTER_WORD, 'iu');
const FIRST = new RegExp(NUMBER, 'uy');
const FURTHER = new RegExp(`(${VERSE_MARK}|${RANGE_MARK}|${LIST_MARK})(${NUMBER})`, 'iuy');
/** Transcribed speech has no marks. */
const FURTHER_SPOKEN = new RegExp(`(${RANGE_MARK}|${VERSE_MARK}|${LIST_MARK}|\\s+)(${NUMBER})`, 'iuy');
const IS_VERSE_MARK = new RegExp(`^${VERSE_MARK.replaceAll('(?=\\d)', '')}$`, 'iu');
const LISTS = /^(?:\s*[,;]\s+|\s*;|\s+(?:and|und|e|y|&)\s+)$/iu;
/** Matches words after a number of a list that continue the sentence, such as "5 people". */
const COUNTS_THINGS = /^\s+(?!(?:and|und|e|y|to|through|bis|a|at[ée])\s+\d)\p{L}/iu;
const OPEN_BRACKET = /[([][^()[\]]*$/;
const TIME = /^(?:1?\d|2[0-3]):[0-5]\d$/u;
const LINES = /[^\n\r\u2028\u2029]+/gu;
/** Matches a trimmed line without its bullet or number and its final colon. */
const ITEM = /^(?:[-*•–]\s+|\d{1,2}\)\s+)?(\S.{0,63}?)[:.]?$/u;
/** The most numbers of a reference in prose. */
const NUMBERS_MAX = 24;
/** The names that are searched before the event loop gets a turn. */
const TURN = 20;

/** A verse or a chapter after a reference: "and verse seventeen". */
const FOLLOW_UP = new RegExp(
  `${WORD_BOUNDARY}(?:(chapter|cap[ií]tulo|kapitel)|vers(?:e?s?|en|[ií]culos?|os?))\\s${GAP}(?=\\d)`,
  'giu',
);
/** "verse two of the hymn" */
const OF_ELSE = /^\s+(?:of|from|in|aus|von|vom|des|do|da|de)(?!\p{L})/iu;
/** The characters within which such a verse belongs to a reference. */
const FOLLOW_UP_WITHIN = 2_000;
const EXPLICIT = new RegExp(`\\d(?::\\s*|[.,])\\d|${VERSE_WORD}\\s*\\d|\\d\\S*\\s+${VERSE_WORD}(?!\\p{L})`, 'iu');

/**
 * Extracts the references of a text, in order: in the three languages, of which `language` is read first, and by the
 * names of editions. Yields to the event loop. [D66]
 */
export async function extractReferences(
  text: string,
  {
    language,
    spoken = false,
    names = NO_EDITION_NAMES,
  }: { language?: CanonLanguage; spoken?: boolean; names?: EditionNames },
): Promise<ProseReference[]> {
  const renamed = renameInProse(text, names);
  const mapped = replaceNumberWords(renamed.text, undefined, { spoken, ordinals: !spoken });
  const read = mapped.text;
  const found: ProseReference[] = [];
  let looks = 0;
  for (const find of listPlaces(read, language, spoken)) {
    const last = found.at(-1);
    if (find.index < (last?.end ?? 0)) continue;
    if (++looks % TURN === 0) await new Promise(setImmediate);
    const reference = await find.read(last);
    if (reference) found.push(reference);
  }
  const original = found.map((each) => toOriginal(toOriginal(each, mapped), renamed));
  if (spoken) return original;
  return [...original, ...listBooks(text, language)].sort((one, other) => one.start - other.start);
}

/** A place where a reference may begin, and how to read it after the last reference found. */
interface Place {
  readonly index: number;
  read(last: ProseReference | undefined): Promise<ProseReference | null> | null;
}

function listPlaces(text: string, language: CanonLanguage | undefined, spoken: boolean): Place[] {
  const inverted = [...findInvertedReferences(text)].map(
    ({ start, end }): Place => ({
      index: start,
      read: () => readLongest(text, start, [{ end }], () => text.slice(start, end), true, language),
    }),
  );
  const named = [...text.matchAll(ANCHOR)].flatMap(({ 0: all, 1: word = '', 2: gap = '', index }): Place[] => {
    const numbers = index + all.length;
    if (beginsItem(gap, text, numbers)) return [];
    const read = async (last: ProseReference | undefined) => {
      const name = findNameBefore(text, last?.end ?? 0, index + word.length, language);
      return name && readAt(text, name, { gap, numbers, language, spoken });
    };
    return [{ index, read }];
  });
  const following = (spoken ? [...text.matchAll(FOLLOW_UP)] : []).map(
    ({ 0: all, 1: chapter, index }): Place => ({
      index,
      read: (last) => readFollowing(text, index, index + all.length, chapter !== undefined, last),
    }),
  );
  // A book's name is read from its end, so that a reference that begins with a chapter comes first.
  return [...inverted, ...named, ...following].sort((one, other) => one.index - other.index);
}

/** Reads a verse of the last reference's chapter, or a chapter of its book. */
function readFollowing(
  text: string,
  start: number,
  numbers: number,
  isChapter: boolean,
  last: ProseReference | undefined,
): Promise<ProseReference | null> | null {
  if (!last || start - last.end > FOLLOW_UP_WITHIN) return null;
  const { book_id, chapter, end_chapter = chapter } = last.passages.at(-1)!;
  if (!isChapter && end_chapter === undefined) return null;
  const ends = listEnds(text, numbers, true).filter(({ end }) => !OF_ELSE.test(text.slice(end, end + 10)));
  const name = `${bookName(book_id, 'en')} ${isChapter ? '' : `${end_chapter}:`}`;
  return readLongest(text, start, ends, (end) => name + text.slice(numbers, end), isChapter, 'en');
}

/** Returns the lines that consist of a book's name. */
function listBooks(text: string, language: CanonLanguage | undefined): ProseReference[] {
  return [...text.matchAll(LINES)].flatMap(({ 0: line, index }) => {
    const written = ITEM.exec(line.trim())?.[1];
    if (written === undefined || !isFullBookName(written)) return [];
    const { candidates, ambiguous } = parseInAnyLanguage(written, language);
    const [first] = candidates;
    if (!first || ambiguous || first.chapter !== undefined) return [];
    const start = index + line.indexOf(written);
    return toReference(text, start, start + written.length, first);
  });
}

interface Numbers {
  readonly gap: string;
  /** The index at which the numbers begin. */
  readonly numbers: number;
  readonly language: CanonLanguage | undefined;
  readonly spoken: boolean;
}

/** Returns the longest reference that begins with a name, or null if no reference follows. */
async function readAt(
  text: string,
  name: ProseName,
  { gap, numbers, language, spoken }: Numbers,
): Promise<ProseReference | null> {
  const ends = listEnds(text, numbers, spoken);
  const [, second] = ends;
  const isVerse = second !== undefined && (IS_VERSE_MARK.test(second.mark) || spoken);
  const isTime = ends.length === 2 && TIME.test(text.slice(numbers, second!.end));
  if (!isMeant(name, { isVerse, isTime, mark: second?.mark ?? '', gap, spoken })) return null;
  return readLongest(text, name.start, ends, (end) => text.slice(name.start, end), true, language);
}

/** Reads the longest reference that ends at one of these places and is clear, or exists. */
async function readLongest(
  text: string,
  start: number,
  ends: readonly { readonly end: number }[],
  toTyped: (end: number) => string,
  mayBeExplicit: boolean,
  language: CanonLanguage | undefined,
): Promise<ProseReference | null> {
  for (const { end } of ends.toReversed()) {
    // Refusing a long list takes time, so this yields to the event loop.
    if (end < ends.at(-1)!.end) await new Promise(setImmediate);
    const { candidates, ambiguous } = parseInAnyLanguage(toTyped(end), language);
    const [first] = candidates;
    if (first && (!ambiguous || first.exists)) return toReference(text, start, end, first, mayBeExplicit);
  }
  return null;
}

/** Parses in a language, and in all languages if it means nothing in that one. [D71] */
function parseInAnyLanguage(typed: string, language: CanonLanguage | undefined): PassageReading {
  const own = parsePassage(typed, language);
  return own.candidates.length > 0 || language === undefined ? own : parsePassage(typed);
}

function toReference(
  text: string,
  start: number,
  end: number,
  candidate: PassageCandidate,
  mayBeExplicit = true,
): ProseReference {
  const passages = candidatePassages(candidate);
  const explicit =
    mayBeExplicit && passages.every(({ verse }) => verse !== undefined) && EXPLICIT.test(text.slice(start, end));
  const edition = findEditionAfter(text, end);
  return { start, end, reference: candidate.reference, passages, explicit, ...(edition !== null && { edition }) };
}

/** Returns the positions at which a reference may end: after each of its numbers, with the mark before it. */
function listEnds(text: string, from: number, spoken: boolean): { end: number; mark: string }[] {
  FIRST.lastIndex = from;
  if (!FIRST.test(text)) return [];
  let last = FIRST.lastIndex;
  const ends = [{ end: last, mark: '' }];
  const further = spoken ? FURTHER_SPOKEN : FURTHER;
  while (ends.length < NUMBERS_MAX) {
    further.lastIndex = last;
    const [, mark = '', number] = further.exec(text) ?? [];
    if (number === undefined) return ends;
    const end = further.lastIndex;
    last = end;
    // "Romans 8:28, 5 people": and "John 3:16, 1 John 4:8".
    if (beginsItem(mark, text, end - number.length)) return ends;
    if (LISTS.test(mark) && COUNTS_THINGS.test(text.slice(end, end + 40))) return ends;
    const isClosed = OPEN_BRACKET.test(text.slice(from, end)) && /[)\]]/.test(text[end] ?? '');
    ends.push({ end: isClosed ? end + 1 : end, mark });
  }
  return ends;
}

interface Seen {
  readonly isVerse: boolean;
  /** "At 5:30" */
  readonly isTime: boolean;
  /** The mark between the first two numbers. */
  readonly mark: string;
  readonly gap: string;
  readonly spoken: boolean;
}

/** Returns true for the number of an outline item on its own line. */
const beginsItem = (before: string, text: string, at: number): boolean =>
  before.includes('\n') && /^\d{1,2}[.)]\s/u.test(text.slice(at, at + 4));

/** Returns true if a word before numbers is the name of a book here. Short names are also other words. */
function isMeant({ name, sure }: ProseName, { isVerse, isTime, mark, gap, spoken }: Seen): boolean {
  const isCapital = /^[\p{Lu}\d]/u.test(name);
  if (sure === 'ordinary') return !spoken && isCapital && (mark === ',' || (/^:/u.test(mark) && !isTime));
  if (isVerse) return true;
  if (CHAPTER.test(gap)) return true;
  return sure === 'full' ? isCapital || spoken : isCapital && !spoken;
}

const toOriginal = ({ start, end, ...reference }: ProseReference, { starts, ends }: MappedText): ProseReference => ({
  ...reference,
  start: starts[start]!,
  end: ends[end - 1]!,
});
