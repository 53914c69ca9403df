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

/** What a text may mean: several passages where it is a list. */
export interface Reading {
  passages: Passage[];
  confidence: number;
}

export const CONFIDENCE = {
  /** A name or standard abbreviation in the language that was asked for. */
  named: 1,
  /** The same, where no language was asked for, or in another one than was. */
  namedElsewhere: 0.95,
  /** Something that people also write for this book, without it being standard. */
  loose: 0.85,
  /** The name as written belongs to another book in the language asked for. */
  overruled: 0.5,
  /** Only the beginning of a name. */
  begun: 0.7,
  /** Misspelt so that nobody knows. */
  unsure: 0.5,
};
/** The confidence in a name that is misspelt, by its slips. */
const CONFIDENCE_BY_SLIPS = [0.8, 0.65, 0.4, 0.35];
/** Without numbers a text is less likely a reference: it must be longer, and have one slip at most. Letters. */
const MISSPELT_NAME_MIN_LETTERS = 6;
/** Shorter names without their number are abbreviations. Letters. */
const FULL_NAME_MIN_LETTERS = 4;
/** Shorter names are like many others, and their slips are not clear. Letters. */
const CLEAR_SLIP_MIN_LETTERS = 5;

/** "1 K", "2. T" */
const NUMBERED_LETTER = /^\d[\s.]*\p{L}\.?$/u;

// "jn" is Jonah in Portuguese, but whoever names no language and writes no comma means John: [D32] has it so.
const ENGLISH_BY_DEFAULT = new Set(['jn']);

/** Whether every Bible has the book: "Ps" alone is the Psalms, not the beginning of "Psalms of Solomon". */
const isCommonBook = ({ id }: CanonBook): boolean => id <= 66;

/** The comma rule: a comma parts chapter and verse only if it is the first separator between digits and no colon is. */
function isCommaNotation(text: string): boolean {
  const separator = /\d\s*([.,:])\s*\d/.exec(text)?.[1];
  return separator === ',' && !/\d\s*:\s*\d/.test(text);
}

/** The readings of a text, by the name of a book that it begins with. */
export function readReferenceText(text: string, asked: CanonLanguage | undefined): Reading[] {
  const named = splitBookName(text);
  const readings = named
    ? [...weighBooks(named, asked)].flatMap(([book, confidence]) => toNamedReadings(book, named.rest, confidence))
    : [];
  return readings.length > 0 ? readings : readLoosely(text, asked);
}

const toReadings = (book: CanonBook, rest: string, confidence: number): Reading[] =>
  readNumbers(book, rest).map((passages) => ({ passages, confidence }));

/** The same for a name that is surely the book's: chapter and verse may be one number. "jn316" is clear, "john 316" a guess. */
function toNamedReadings(book: CanonBook, rest: string, confidence: number): Reading[] {
  const glued = readUnseparatedNumbers(book, rest).map((passages): Reading => {
    const spaced = /^\s/.test(rest);
    return { passages, confidence: spaced ? Math.min(confidence, CONFIDENCE.unsure) : confidence };
  });
  return glued.length > 0 ? glued : toReadings(book, rest, confidence);
}

/** The books that a name stands for, with the confidence in each. */
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
  // A name that is no English one may still be how some English speakers shorten another book ("Ez", "Hb", "Jo").
  if (!english && !comma && (language ?? 'en') === 'en') {
    for (const book of findBooksBySpelling(name, 'en')) add(book, CONFIDENCE.loose);
  }
  // One or two letters alone are the beginning of a word; with numbers they are an abbreviation.
  const complete = [...weights.keys()].some(({ names }) =>
    Object.values(names).some((full) => full.toLowerCase() === name.toLowerCase()),
  );
  if (rest === '' && name.length <= 2 && !complete) {
    const begun = findBooksByPrefix(name, language ? [language] : CANON_LANGUAGES).filter(isCommonBook);
    if (begun.length > 1) for (const book of begun) add(book, CONFIDENCE.loose);
  }
  return weights;
}

/** Names that no table has: without their number, in other spellings, the beginnings of names, misspelt. */
function readLoosely(text: string, asked: CanonLanguage | undefined): Reading[] {
  const [, written = '', behind = ''] = /^((?:[1-6][\s.]*)?\p{L}[^\d]*)(.*)$/su.exec(withDigit(text)) ?? [];
  const name = written.trim().replace(/[\s,:;-]+$/, '');
  const rest = written.slice(written.trimEnd().length) + behind;
  if (NUMERAL_IN_NAME.test(name)) return [];
  const unnumbered = readUnnumbered(name, rest, asked);
  if (unnumbered.length > 1 && /^\p{L}{3}/u.test(name)) return unnumbered;
  const languages = asked ? [asked] : CANON_LANGUAGES;
  const spelled = [...new Set(languages.flatMap((language) => findBooksBySpelling(name, language)))];
  const listed = spelled.flatMap((book) => toNamedReadings(book, rest, CONFIDENCE.loose));
  if (listed.length > 0) return [...listed, ...unnumbered];
  // A book's own name with numbers that it does not have is not another book's, and "verse" is none.
  if (name.length < 2 || isNumberWord(name) || CANON_LANGUAGES.some((language) => findBookByName(name, language))) {
    return unnumbered;
  }
  const begun = [
    ...unnumbered,
    ...findBooksByPrefix(name, languages).flatMap((book) =>
      toReadings(book, rest, NUMBERED_LETTER.test(name) ? CONFIDENCE.loose : CONFIDENCE.begun),
    ),
  ];
  return begun.length > 0 ? begun : readMisspelt(name, rest, asked);
}

/** Names that lack their number: "Corinthians 13", "tim 3:16", "Mose 1". Which of them is meant is not ours to guess. */
function readUnnumbered(name: string, rest: string, asked: CanonLanguage | undefined): Reading[] {
  const letters = /^\p{L}+/u.exec(name)?.[0].length ?? 0;
  if (letters < 2 || (letters === 2 && rest === '')) return [];
  const own = asked ? findNumbered(name, rest, [asked]) : [];
  const numbered = own.length > 1 ? own : findNumbered(name, rest, CANON_LANGUAGES);
  const confidence = letters > 2 ? CONFIDENCE.loose : CONFIDENCE.begun;
  return numbered.flatMap((book) => toReadings(book, rest, confidence));
}

/** The books with this name and a number in front of it; for the beginning of a name, where no other book's begins so. */
function findNumbered(name: string, rest: string, languages: readonly CanonLanguage[]): CanonBook[] {
  const find = (look: (numbered: string, language: CanonLanguage) => readonly (CanonBook | null)[]) =>
    languages.flatMap((language) => [1, 2, 3, 4, 5].flatMap((number) => look(`${number} ${name}`, language)));
  const pick = (found: readonly (CanonBook | null)[]) => [...new Set(found.filter((book) => book !== null))];
  const complete = pick(find((numbered, language) => [findBookByName(numbered, language)])).filter(
    // "Maccabees" names no other book; "Ma" begins many.
    (book) => isCommonBook(book) || name.length >= FULL_NAME_MIN_LETTERS,
  );
  // "The" alone is no beginning of "Thessalonians".
  const isShort = !/^\p{L}{3}/u.test(name) || (rest === '' && name.length < 4);
  if (complete.length > 0 || isShort || findBooksByPrefix(name, languages).length > 0) return complete;
  return pick(find((numbered, language) => findBooksByPrefix(numbered, [language]))).filter(isCommonBook);
}

/** The last that is tried: names that are like what was typed. */
function readMisspelt(name: string, rest: string, asked: CanonLanguage | undefined): Reading[] {
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  const slipsMax = rest === '' ? 1 : CONFIDENCE_BY_SLIPS.length;
  if (rest === '' && letters < MISSPELT_NAME_MIN_LETTERS) return [];
  const own = asked ? findSimilarBooks(name, [asked]) : [];
  const alike = own.length > 0 ? own : findSimilarBooks(name, CANON_LANGUAGES);
  return alike.flatMap(({ book, slips, sameBeginning }) => {
    if (slips > slipsMax) return [];
    const clear = letters >= CLEAR_SLIP_MIN_LETTERS || (slips === 0 && sameBeginning);
    const confidence = clear ? CONFIDENCE_BY_SLIPS[slips]! : Math.min(CONFIDENCE.unsure, CONFIDENCE_BY_SLIPS[slips]!);
    // "Room 101" is no slip of "Romans".
    return toReadings(book, rest, confidence).filter(({ passages }) => passages.every(passageExists));
  });
}
