import { REFERENCE_MAX_CHARACTERS } from '../../../contract/limits.ts';
import { CANON_LANGUAGES, findBookByName } from '../canon.ts';

/** Matches words that mean a dash: "Mateus 5 a 7", "Mt 5,3 bis 12", "3:16 to verse 18". */
const RANGE_WORD =
  /(?<=\d[a-d]?)\s+(?:to|thru|through|bis|à|ao?|at[ée](?:\s+ao?)?)(?:\s+|(?=\d))(?=\d|ch|cap|kap|v|end|fim|final)/giu;

/** Matches other signs for a dash: "8:28..30", "8:28…30", "8:28 -> 30". */
const RANGE_SIGN = /(?<=\d[a-d]?\s*)(?:\.{2,3}|-+>)(?=\s*\d)/g;

/** Matches the Portuguese forms of "ff" and "f": "Mt 5:3ss", "Jo 3.16s". */
const FOLLOWING = /(?<=\p{L}.*\d)(\s*)(ss?)\.?(?=$|\s*[;,])/giu;

/** All names and words of the three languages use only Latin-1 characters. */
const NOT_LATIN_1 = /[^\0-\xff]+/g;

/** Matches a translation's initials: "John 3:16 KJV", "Mt 5,3 (LUT)". "FF" and "SS" are not initials. */
const INITIALS = /(?<=\p{L}.*\d[a-d]?)\s*[([]?\b(?!(?:FF|SS)$)([A-Z]{2,6})(?:\d{4})?$/u;

/** The name of another book in capitals looks like initials. */
const isBook = (name: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(name, language));

/** Normalizes characters, spaces, dashes and apostrophes, and removes surrounding punctuation. */
function normalizeTyped(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[‐-―−]/g, '-')
    .replaceAll('’', "'")
    .replace(NOT_LATIN_1, (other) => other.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    .replace(INITIALS, (typed, letters: string) => (isBook(letters) ? typed : ''))
    .replace(RANGE_WORD, '-')
    .replace(RANGE_SIGN, '-')
    .replace(FOLLOWING, (_, space: string, letters: string) => space + 'f'.repeat(letters.length));
}

/** More than any reference or typed list has. */
const NUMBERS_MAX = 80;
const WORDS_MAX = 40;
/** Matches a psalm and verse without a separator: "ps119105". */
const LONG_NUMBER = /\d{4}/;
const GLUED_NUMBER = /^\d?\P{N}+\d{4,6}(?!\d)(?!.*\d{4})/u;

/**
 * Normalizes typed text. Returns null for a text that cannot be a reference, or that would take long to refuse. [D32]
 */
export function normalizeReferenceText(text: string): string | null {
  if (text.length > REFERENCE_MAX_CHARACTERS) return null;
  const typed = normalizeTyped(text);
  if (LONG_NUMBER.test(typed) && !GLUED_NUMBER.test(typed)) return null;
  const words = countWords(typed);
  const numbers = typed.match(/\d+/g)?.length ?? 0;
  return words > 0 && words <= WORDS_MAX && numbers <= NUMBERS_MAX && typed.search(NOT_LATIN_1) < 0 ? typed : null;
}

const countWords = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
