import {
  type BookDefinition,
  CANON,
  CANON_LANGUAGES,
  type CanonLanguage,
  findBook,
  findBookByName,
  findBooksByPrefix,
} from './canon.ts';
import type { Passage } from './reference.ts';
import { exists } from './reference-counts.ts';
import { booksOf, findBookByOsis, isCommaNotation, readEntities } from './reference-library.ts';
import { readNumbers, toPassage } from './reference-numbers.ts';
import { NUMERAL_IN_NAME } from './reference-numerals.ts';
import { findBooksByLikeness } from './reference-typos.ts';

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
  /** Something that English speakers also write for this book, without it being standard. */
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
/** Shorter names are like many others, and their slips are not clear. Letters. */
const CLEAR_SLIP_MIN_LETTERS = 5;

/** "1 K", "2. T" */
const NUMBERED_LETTER = /^\d[\s.]*\p{L}\.?$/u;

const NUMBERED_NAME = /^\d (.+)$/;

/** No book has a longer name, with dots and spaces as people may write them. */
const NAME_MAX_CHARACTERS = 48;

// "jn" is Jonah in Portuguese, but whoever names no language and writes no comma means John: [D32] has it so.
const ENGLISH_BY_DEFAULT = new Set(['jn']);

/** Whether every Bible has the book: "Ps" alone is the Psalms, not the beginning of "Psalms of Solomon". */
const isCommonBook = ({ id }: BookDefinition): boolean => id <= 66;

/** The readings of a text, by the name of a book that it begins with. `preferred` is the language whose grammar is tried first. */
export function readText(text: string, asked: CanonLanguage | undefined, preferred: CanonLanguage): Reading[] {
  const languages = [preferred, ...CANON_LANGUAGES.filter((other) => other !== preferred)];
  const split = splitName(text);
  const weights = split ? weighBooks(split.name, split.rest, asked) : [];
  const named = [...weights].flatMap(([book, confidence]) => toReadings(book, split!.rest, languages, confidence));
  return named.length > 0 ? named : readLoosely(text, languages, asked);
}

const toReadings = (
  book: BookDefinition,
  rest: string,
  languages: readonly CanonLanguage[],
  confidence: number,
): Reading[] => readNumbers(book, rest, languages).map((passages) => ({ passages, confidence }));

/** Splits at the longest beginning that is a book's name in some language. */
function splitName(text: string): { name: string; rest: string } | null {
  const ends = [...text.matchAll(/(?<!\d)\d/g)]
    .map((match) => match.index)
    .filter((index) => index > 0 && index <= NAME_MAX_CHARACTERS);
  if (text.length <= NAME_MAX_CHARACTERS) ends.push(text.length);
  for (const end of ends.reverse()) {
    const name = text.slice(0, end);
    if (CANON_LANGUAGES.some((language) => findBookByName(name, language))) {
      return { name: name.trim(), rest: text.slice(end) };
    }
  }
  return null;
}

/** The books that a name stands for, with the confidence in each. */
function weighBooks(name: string, rest: string, language: CanonLanguage | undefined): Map<BookDefinition, number> {
  const weights = new Map<BookDefinition, number>();
  const add = (book: BookDefinition, weight: number) => weights.set(book, Math.max(weight, weights.get(book) ?? 0));
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
    for (const book of readEntities(`${name} 1`, 'en')?.flatMap(booksOf) ?? []) add(book, CONFIDENCE.loose);
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

/** Names that no table has: without their number, in the library's own list of spellings, the beginnings of names, misspelt. */
function readLoosely(text: string, languages: readonly CanonLanguage[], asked: CanonLanguage | undefined): Reading[] {
  const [, written = '', rest = ''] = /^((?:[1-6][\s.]*)?\p{L}[^\d]*)(.*)$/su.exec(text) ?? [];
  const name = written.trim();
  if (NUMERAL_IN_NAME.test(name)) return [];
  const unnumbered = readUnnumbered(name, rest, languages, asked);
  if (unnumbered.length > 1 && /^\p{L}{3}/u.test(name)) return unnumbered;
  const listed = readInLists(text, rest, languages, asked);
  if (listed.length > 0) return [...listed, ...unnumbered, ...readOthersAlike(name, rest, listed, languages, asked)];
  if (name.length < 2) return [];
  const begun = [
    ...unnumbered,
    ...findBooksByPrefix(name, asked ? [asked] : languages).flatMap((book) =>
      toReadings(book, rest, languages, CONFIDENCE.begun),
    ),
  ];
  // A book's own name with numbers that it does not have is not another book's.
  const known = languages.some((language) => findBookByName(name, language));
  return begun.length > 0 || known ? begun : readMisspelt(name, rest, languages, asked);
}

/** Names that lack their number: "Corinthians 13", "tim 3:16", "Mose 1". Which of them is meant is not ours to guess. */
function readUnnumbered(
  name: string,
  rest: string,
  languages: readonly CanonLanguage[],
  asked: CanonLanguage | undefined,
): Reading[] {
  const letters = /^\p{L}+/u.exec(name)?.[0].length ?? 0;
  if (letters < 2 || (letters === 2 && rest === '')) return [];
  const own = asked ? findNumbered(name, rest, [asked]) : [];
  const numbered = own.length > 1 ? own : findNumbered(name, rest, languages);
  const confidence = letters > 2 ? CONFIDENCE.loose : CONFIDENCE.begun;
  return numbered.flatMap((book) => toReadings(book, rest, languages, confidence));
}

/** The books with this name and a number in front of it; for the beginning of a name, where no other book's begins so. */
function findNumbered(name: string, rest: string, languages: readonly CanonLanguage[]): BookDefinition[] {
  const find = (look: (numbered: string, language: CanonLanguage) => readonly (BookDefinition | null)[]) =>
    languages.flatMap((language) => [1, 2, 3, 4, 5].flatMap((number) => look(`${number} ${name}`, language)));
  const pick = (found: readonly (BookDefinition | null)[]) => [
    ...new Set(found.filter((book) => book !== null).filter(isCommonBook)),
  ];
  const complete = pick(find((numbered, language) => [findBookByName(numbered, language)]));
  // "The" alone is no beginning of "Thessalonians".
  const isShort = !/^\p{L}{3}/u.test(name) || (rest === '' && name.length < 4);
  if (complete.length > 0 || isShort || findBooksByPrefix(name, languages).length > 0) return complete;
  return pick(find((numbered, language) => findBooksByPrefix(numbered, [language])));
}

/**
 * What else a name in the library's list may be: it takes "Corinthans" for the first of two letters, and "1 K" for Kings alone,
 * though others begin so.
 */
function readOthersAlike(
  name: string,
  rest: string,
  listed: readonly Reading[],
  languages: readonly CanonLanguage[],
  asked: CanonLanguage | undefined,
): Reading[] {
  const read = (books: readonly BookDefinition[]) =>
    books.flatMap((book) => toReadings(book, rest, languages, CONFIDENCE.loose));
  if (NUMBERED_LETTER.test(name)) return read(findBooksByPrefix(name, asked ? [asked] : languages));
  // What stands in front of a word says which is meant: "Second Corinthans".
  if (!/^\p{L}+\.?$/u.test(name)) return [];
  return read(listed.flatMap(({ passages }) => findNumberedAlike(passages[0]!.book_id)));
}

/** The books that bear the same name with a number in front; none for one whose name has no number. */
function findNumberedAlike(bookId: number): BookDefinition[] {
  const [, bare] = NUMBERED_NAME.exec(findBook(bookId)!.names.en) ?? [];
  return bare === undefined ? [] : CANON.filter(({ names }) => NUMBERED_NAME.exec(names.en)?.[1] === bare);
}

/** The spellings that the library knows, in the language asked for or in all. */
function readInLists(
  text: string,
  rest: string,
  languages: readonly CanonLanguage[],
  asked: CanonLanguage | undefined,
): Reading[] {
  const readings: Reading[] = [];
  for (const language of languages) {
    const entities = readEntities(text, language);
    const passages = entities?.map((entity) => {
      const book = findBookByOsis(entity.start.b);
      return book ? toPassage(entity, book) : null;
    });
    if (!entities || !passages?.every((passage) => passage !== null)) continue;
    const [book, ...others] = [...new Set(entities.flatMap(booksOf))];
    const single = passages.every(({ book_id }) => book_id === book!.id);
    const read = single ? toReadings(book!, rest, [language], CONFIDENCE.loose) : [];
    readings.push(...(read.length > 0 ? read : [{ passages, confidence: CONFIDENCE.loose }]));
    if (entities.length === 1) {
      readings.push(...others.flatMap((other) => toReadings(other, rest, [language], CONFIDENCE.loose)));
    }
    if (language === asked) break;
  }
  return readings;
}

/** The last that is tried: names that are like what was typed. */
function readMisspelt(
  name: string,
  rest: string,
  languages: readonly CanonLanguage[],
  asked: CanonLanguage | undefined,
): Reading[] {
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  const slipsMax = rest === '' ? 1 : CONFIDENCE_BY_SLIPS.length;
  if (rest === '' && letters < MISSPELT_NAME_MIN_LETTERS) return [];
  const own = asked ? findBooksByLikeness(name, [asked]) : [];
  const alike = own.length > 0 ? own : findBooksByLikeness(name, languages);
  return alike.flatMap(({ book, slips, sameBeginning }) => {
    if (slips > slipsMax) return [];
    const clear = letters >= CLEAR_SLIP_MIN_LETTERS || (slips === 0 && sameBeginning);
    const confidence = clear ? CONFIDENCE_BY_SLIPS[slips]! : Math.min(CONFIDENCE.unsure, CONFIDENCE_BY_SLIPS[slips]!);
    // "Room 101" is no slip of "Romans".
    return toReadings(book, rest, languages, confidence).filter(({ passages }) => passages.every(exists));
  });
}
