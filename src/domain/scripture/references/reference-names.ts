import {
  CANON_LANGUAGES,
  type CanonBook,
  type CanonLanguage,
  findBookByName,
  findBooksByPrefix,
  withDigit,
} from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { passageExists } from '../versification/largest-counts.ts';
import { type NamedText, splitBookName } from './reference-book-names.ts';
import { readNumbers, readUnseparatedNumbers } from './reference-numbers.ts';
import { NUMERAL_IN_NAME } from './reference-numerals.ts';
import { findBooksBySpelling } from './reference-spellings.ts';
import { isNumberWord } from './reference-tokens.ts';
import { findSimilarBooks } from './reference-typos.ts';

/** A possible meaning of a text. A list has several passages. */
export interface Reading {
  passages: Passage[];
  confidence: number;
}

export const CONFIDENCE = {
  /** A name or standard abbreviation in the requested language. */
  named: 1,
  /** A name or standard abbreviation without a requested language, or in another language. */
  namedElsewhere: 0.95,
  /** A common but not standard spelling. */
  loose: 0.85,
  /** A name that means another book in the requested language. */
  overruled: 0.5,
  /** The beginning of a name. */
  begun: 0.7,
  /** A misspelling that leaves the book uncertain. */
  unsure: 0.5,
};
/** The confidence in a misspelt name, by its number of typos. */
const CONFIDENCE_BY_SLIPS = [0.8, 0.65, 0.4, 0.35];
/**
 * The fewest letters of a misspelt name without numbers, which is less likely a reference and may have only one typo.
 */
const MISSPELT_NAME_MIN_LETTERS = 6;
/** The fewest letters of a name without its number; shorter ones are abbreviations. */
const FULL_NAME_MIN_LETTERS = 4;
/** The fewest letters of a misspelt name that can be clear; shorter ones resemble many others. */
const CLEAR_SLIP_MIN_LETTERS = 5;

/** "1 K", "2. T" */
const NUMBERED_LETTER = /^\d[\s.]*\p{L}\.?$/u;

// "jn" means Jonah in Portuguese, but without a language and a comma it means John. [D32]
const ENGLISH_BY_DEFAULT = new Set(['jn']);

/** Returns true if every Bible has the book. "Ps" alone is Psalms, not the beginning of "Psalms of Solomon". */
const isCommonBook = ({ id }: CanonBook): boolean => id <= 66;

/**
 * Returns true if a comma separates chapter and verse: it is the first separator between digits, and there is no colon.
 */
function isCommaNotation(text: string): boolean {
  const separator = /\d\s*([.,:])\s*\d/.exec(text)?.[1];
  return separator === ',' && !/\d\s*:\s*\d/.test(text);
}

/** Returns the readings of a text that begins with the name of a book. */
export function readReferenceText(text: string, language: CanonLanguage | undefined): Reading[] {
  const named = splitBookName(text);
  const readings = named
    ? [...weighBooks(named, language)].flatMap(([book, confidence]) => toNamedReadings(book, named.rest, confidence))
    : [];
  return readings.length > 0 ? readings : readLeniently(text, language);
}

const toReadings = (book: CanonBook, rest: string, confidence: number): Reading[] =>
  readNumbers(book, rest).map((passages) => ({ passages, confidence }));

/**
 * Returns the readings for a known book, in which chapter and verse may be one number: "jn316" is clear, "john 316" is
 * a guess.
 */
function toNamedReadings(book: CanonBook, rest: string, confidence: number): Reading[] {
  const glued = readUnseparatedNumbers(book, rest).map((passages): Reading => {
    const spaced = /^\s/.test(rest);
    return { passages, confidence: spaced ? Math.min(confidence, CONFIDENCE.unsure) : confidence };
  });
  return glued.length > 0 ? glued : toReadings(book, rest, confidence);
}

/** Returns the books that a name may mean, with the confidence in each. */
function weighBooks({ name, rest }: NamedText, language: CanonLanguage | undefined): Map<CanonBook, number> {
  const weights = new Map<CanonBook, number>();
  const add = (book: CanonBook, weight: number) => weights.set(book, Math.max(weight, weights.get(book) ?? 0));
  const comma = isCommaNotation(rest);
  const own = language && findBookByName(name, language);
  const english = findBookByName(name, 'en');
  if (own) add(own, CONFIDENCE.named);
  const leads = !language && !comma && english && ENGLISH_BY_DEFAULT.has(name.toLowerCase().replace('.', ''));
  for (const other of CANON_LANGUAGES) {
    const book = findBookByName(name, other);
    if (book) add(book, own || (leads && book !== english) ? CONFIDENCE.overruled : CONFIDENCE.namedElsewhere);
  }
  // A name that is not English may still be an English speaker's abbreviation of another book ("Ez", "Hb", "Jo").
  if (!english && !comma && (language ?? 'en') === 'en') {
    for (const book of findBooksBySpelling(name, 'en')) add(book, CONFIDENCE.loose);
  }
  // One or two letters alone are the beginning of a word. With numbers, they are an abbreviation.
  const complete = [...weights.keys()].some(({ names }) =>
    Object.values(names).some((full) => full.toLowerCase() === name.toLowerCase()),
  );
  if (rest === '' && name.length <= 2 && !complete) {
    const begun = findBooksByPrefix(name, language ? [language] : CANON_LANGUAGES).filter(isCommonBook);
    if (begun.length > 1) for (const book of begun) add(book, CONFIDENCE.loose);
  }
  return weights;
}

/** Reads names that no table has: without their number, in other spellings, unfinished or misspelt. */
function readLeniently(text: string, requested: CanonLanguage | undefined): Reading[] {
  const [, written = '', behind = ''] = /^((?:[1-6][\s.]*)?\p{L}[^\d]*)(.*)$/su.exec(withDigit(text)) ?? [];
  const name = written.trim().replace(/[\s,:;-]+$/, '');
  const rest = written.slice(written.trimEnd().length) + behind;
  if (NUMERAL_IN_NAME.test(name)) return [];
  const unnumbered = readUnnumbered(name, rest, requested);
  if (unnumbered.length > 1 && /^\p{L}{3}/u.test(name)) return unnumbered;
  const languages = requested ? [requested] : CANON_LANGUAGES;
  const spelled = [...new Set(languages.flatMap((language) => findBooksBySpelling(name, language)))];
  const listed = spelled.flatMap((book) => toNamedReadings(book, rest, CONFIDENCE.loose));
  if (listed.length > 0) return [...listed, ...unnumbered];
  // A book's own name with numbers that the book lacks does not mean another book, and "verse" is not a book.
  if (name.length < 2 || isNumberWord(name) || CANON_LANGUAGES.some((language) => findBookByName(name, language))) {
    return unnumbered;
  }
  const begun = [
    ...unnumbered,
    ...findBooksByPrefix(name, languages).flatMap((book) =>
      toReadings(book, rest, NUMBERED_LETTER.test(name) ? CONFIDENCE.loose : CONFIDENCE.begun),
    ),
  ];
  return begun.length > 0 ? begun : readMisspelled(name, rest, requested);
}

/**
 * Reads names without their number, such as "Corinthians 13", "tim 3:16" or "Mose 1". Lists all books instead of
 * guessing one.
 */
function readUnnumbered(name: string, rest: string, language: CanonLanguage | undefined): Reading[] {
  const letters = /^\p{L}+/u.exec(name)?.[0].length ?? 0;
  if (letters < 2 || (letters === 2 && rest === '')) return [];
  const own = language ? findNumbered(name, rest, [language]) : [];
  const numbered = own.length > 1 ? own : findNumbered(name, rest, CANON_LANGUAGES);
  const confidence = letters > 2 ? CONFIDENCE.loose : CONFIDENCE.begun;
  return numbered.flatMap((book) => toReadings(book, rest, confidence));
}

/** Finds the numbered books with this name. Accepts the beginning of a name if no other book's name begins with it. */
function findNumbered(name: string, rest: string, languages: readonly CanonLanguage[]): CanonBook[] {
  const find = (findNumberedName: (numbered: string, language: CanonLanguage) => readonly (CanonBook | null)[]) =>
    languages.flatMap((language) =>
      [1, 2, 3, 4, 5].flatMap((number) => findNumberedName(`${number} ${name}`, language)),
    );
  const pick = (found: readonly (CanonBook | null)[]) => [...new Set(found.filter((book) => book !== null))];
  const complete = pick(find((numbered, language) => [findBookByName(numbered, language)])).filter(
    // "Maccabees" means no other book; "Ma" begins many.
    (book) => isCommonBook(book) || name.length >= FULL_NAME_MIN_LETTERS,
  );
  // "The" alone is not the beginning of "Thessalonians".
  const isShort = !/^\p{L}{3}/u.test(name) || (rest === '' && name.length < 4);
  if (complete.length > 0 || isShort || findBooksByPrefix(name, languages).length > 0) return complete;
  return pick(find((numbered, language) => findBooksByPrefix(numbered, [language]))).filter(isCommonBook);
}

/** Reads misspelt names, as the last attempt. */
function readMisspelled(name: string, rest: string, language: CanonLanguage | undefined): Reading[] {
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  const slipsMax = rest === '' ? 1 : CONFIDENCE_BY_SLIPS.length;
  if (rest === '' && letters < MISSPELT_NAME_MIN_LETTERS) return [];
  const own = language ? findSimilarBooks(name, [language]) : [];
  const alike = own.length > 0 ? own : findSimilarBooks(name, CANON_LANGUAGES);
  // "Ecclesiastics" may be Ecclesiastes, which every Bible has.
  const isRare = alike[0] && !isCommonBook(alike[0].book) && alike.some(({ book }) => isCommonBook(book));
  return alike.flatMap(({ book, slips, sameBeginning }) => {
    if (slips > slipsMax) return [];
    const clear = !isRare && (letters >= CLEAR_SLIP_MIN_LETTERS || (slips === 0 && sameBeginning));
    const confidence = clear ? CONFIDENCE_BY_SLIPS[slips]! : Math.min(CONFIDENCE.unsure, CONFIDENCE_BY_SLIPS[slips]!);
    // "Room 101" is not a misspelling of "Romans".
    return toReadings(book, rest, confidence).filter(({ passages }) => passages.every(passageExists));
  });
}
