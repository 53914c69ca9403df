import { CANON, CANON_LANGUAGES, findBookByName } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { hasOneChapter, passageExists } from '../versification/largest-counts.ts';

/** A text to read instead of the typed one, and the passages it may mean. */
export interface Spelling {
  readonly text: string;
  readonly mayMean: (passage: Passage) => boolean;
}

const CHAPTERS_MAX = 150;
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc'];
const UNITS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

/** Formats a chapter in Roman numerals: "xxiii". */
export const toRomanNumeral = (chapter: number): string =>
  'c'.repeat(Math.floor(chapter / 100)) + TENS[Math.floor(chapter / 10) % 10] + UNITS[chapter % 10];

const chapters = new Map(Array.from({ length: CHAPTERS_MAX }, (_, at) => [toRomanNumeral(at + 1), at + 1]));

const ORDINAL = '(?:i{1,3}|iv|v|\\d\\s*(?:st|nd|rd|th|[ao]))';

/** Parses a chapter in Roman numerals, in any case. Returns undefined for other words. */
export const parseRomanNumeral = (letters: string): number | undefined => chapters.get(letters.toLowerCase());

/** Matches a separate word of Roman letters after another word, which is not a typo in a name. */
export const NUMERAL_IN_NAME = new RegExp(`(?<=\\p{L}\\P{L}+)(?<!^${ORDINAL}\\P{L}+)[ivxlc]+(?!\\p{L})`, 'iu');

const NUMERAL = '([ivxlc]+)(?!\\p{L})(?:([\\s.,:]*)(?=\\d)|\\.?)';
const NUMERALS = new RegExp(`(?<=[\\s.,])${NUMERAL}`, 'giu');
/** "John 3:16; Rom viii 28", but not "John 3:16 and v 18". */
const LATER_NUMERALS = new RegExp(`(?<=\\p{L}{2}[\\s.,]+)(?<!(?:and|und)[\\s.,]+)${NUMERAL}`, 'giu');
/** "Isa. lii. 13-liii. 12" */
const END_NUMERALS = new RegExp(`(?<=-\\s*)${NUMERAL}`, 'giu');

/** Matches a book's name with or without a number. An ordinal alone is not a name: "II Cor 5". */
const NAME = new RegExp(`^(?!${ORDINAL}$)\\d?\\D*\\p{L}\\D*$`, 'iu');
/** "Jude vv 5-7", "Judas verso 5" */
const VERSE_WORD = /^(\d?\D*?\p{L}\D*?)[\s.,]+(?:vv|vss?|ver|vers|verses?|versos?|vers[ií]culos?)\.?\s*(?=\d)/iu;

const anything = () => true;
const inOneChapter = ({ book_id }: Passage): boolean => hasOneChapter(CANON[book_id - 1]!);

interface Numeral {
  readonly name: string;
  readonly letters: string;
  readonly chapter: number;
  /** The mark before the next number; undefined if none follows. */
  readonly mark: string | undefined;
  readonly rest: string;
}

/**
 * Returns the ways to read a text with a chapter in Roman numerals: "Rom. viii, 28-30" is "Rom 8:28-30". A verse
 * without a chapter is possible only in a book of one chapter: "Jude v. 5".
 */
export function listSpellings(typed: string): Spelling[] {
  const numeral = findNumeral(typed);
  if (numeral) return spellNumeral(typed, numeral);
  if (VERSE_WORD.test(typed)) return [{ text: typed.replace(VERSE_WORD, '$1 '), mayMean: inOneChapter }];
  return [{ text: typed.replace(LATER_NUMERALS, toDigits), mayMean: anything }];
}

/** Returns the first numeral after a name. */
function findNumeral(typed: string): Numeral | null {
  for (const { 0: all, 1: letters = '', 2: mark, index } of typed.matchAll(NUMERALS)) {
    const name = typed.slice(0, index).replace(/[\s.,]+$/, '');
    const chapter = parseRomanNumeral(letters);
    if (chapter && NAME.test(name)) return { name, letters, chapter, mark, rest: typed.slice(index + all.length) };
  }
  return null;
}

function spellNumeral(typed: string, { name, letters, chapter, mark, rest }: Numeral): Spelling[] {
  const abbreviation = mark === undefined ? '' : letters.toLowerCase();
  // "Le v 3" may be Leviticus 3.
  const inPieces = isName(name + letters);
  const spellings: Spelling[] = [];
  // "v8" means a verse.
  if (abbreviation !== 'v' || mark !== '') {
    const mayMean = abbreviation === 'c' || inPieces ? passageExists : anything;
    const start = `${name} ${chapter}${mark === undefined ? '' : ':'}`;
    for (const end of spellEnds(rest)) spellings.push({ text: start + end, mayMean });
  }
  if (abbreviation === 'v') spellings.push({ text: `${name} ${rest}`, mayMean: inOneChapter });
  if (abbreviation === 'c') spellings.push({ text: `${name} ${rest}`, mayMean: anything });
  if (inPieces) spellings.push({ text: typed, mayMean: anything });
  // "Chronicles II 20" may be a chapter of the second book.
  const numbered = `${letters} ${name}`;
  if (!isName(name) && isName(numbered)) spellings.push({ text: `${numbered} ${rest}`.trim(), mayMean: anything });
  return spellings;
}

const isName = (text: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(text, language));

/**
 * Converts what follows a numeral to digits. "Matt iv 3-v 12" may end at a verse of that chapter or in the next one.
 */
function spellEnds(rest: string): Set<string> {
  const later = rest.replace(LATER_NUMERALS, toDigits);
  const orVerse = (all: string, letters: string, mark?: string) =>
    letters.toLowerCase() === 'v' && mark !== undefined ? all : toDigits(all, letters, mark);
  return new Set([later.replace(END_NUMERALS, toDigits), later.replace(END_NUMERALS, orVerse)]);
}

function toDigits(all: string, letters: string, mark?: string): string {
  const chapter = parseRomanNumeral(letters);
  if (chapter === undefined) return all;
  return mark === undefined ? `${chapter}` : `${chapter}:`;
}
