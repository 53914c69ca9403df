import { REFERENCE_MAX_CHARACTERS } from '../../../contract/limits.ts';
import { CANON_LANGUAGES, findBookByName } from '../canon.ts';

/** "Mateus 5 a 7", "Mt 5,3 bis 12", "3:16 to verse 18": words for a dash. */
const RANGE_WORD =
  /(?<=\d[a-d]?)\s+(?:to|thru|through|bis|à|ao?|at[ée](?:\s+ao?)?)(?:\s+|(?=\d))(?=\d|ch|cap|kap|v|end|fim|final)/giu;

/** "8:28..30", "8:28…30", "8:28 -> 30": other signs for a dash. */
const RANGE_SIGN = /(?<=\d[a-d]?\s*)(?:\.{2,3}|-+>)(?=\s*\d)/g;

/** "Mt 5:3ss", "Jo 3.16s": what "ff" and "f" are in Portuguese. */
const FOLLOWING = /(?<=\p{L}.*\d)(\s*)(ss?)\.?(?=$|\s*[;,])/giu;

/** All names and words of the three languages are written without these. */
const NOT_LATIN_1 = /[^\0-\xff]+/g;

/** "John 3:16 KJV", "Mt 5,3 (LUT)": a translation's initials, which are not what "FF" and "SS" are. */
const INITIALS = /(?<=\p{L}.*\d[a-d]?)\s*[([]?\b(?!(?:FF|SS)$)([A-Z]{2,6})(?:\d{4})?$/u;

/** In capitals the name of a further book looks like them. */
const isBook = (name: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(name, language));

/** Readable text only: composed characters, plain spaces, dashes and apostrophes, no punctuation around it. */
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

/** More than any reference has, or a list that a person would type. */
const NUMBERS_MAX = 80;
const WORDS_MAX = 40;
/** "ps119105", a number of a psalm and a verse without anything between. */
const LONG_NUMBER = /\d{4}/;
const GLUED_NUMBER = /^\d?\P{N}+\d{4,6}(?!\d)(?!.*\d{4})/u;

/** A text as it is to be read; null for one that cannot be a reference, or that would take long to refuse. [D32] */
export function normalizeReferenceText(text: string): string | null {
  if (text.length > REFERENCE_MAX_CHARACTERS) return null;
  const typed = normalizeTyped(text);
  if (LONG_NUMBER.test(typed) && !GLUED_NUMBER.test(typed)) return null;
  const words = countWords(typed);
  const numbers = typed.match(/\d+/g)?.length ?? 0;
  return words > 0 && words <= WORDS_MAX && numbers <= NUMBERS_MAX && typed.search(NOT_LATIN_1) < 0 ? typed : null;
}

const countWords = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
