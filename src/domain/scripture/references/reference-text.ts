import { REFERENCE_MAX_CHARACTERS } from '../../../contract/limits.ts';
import { type WithoutEdition, withoutEdition } from './reference-editions.ts';

/** Matches words that mean a dash: "Mateus 5 a 7", "Mt 5,3 bis 12", "3:16 to verse 18". */
export const RANGE_WORD =
  /(?<=\d[a-d]?)\s+(?:to|thru|through|bis|à|ao?|at[ée](?:\s+ao?)?)(?:\s+|(?=\d))(?=\d|ch|cap|kap|v|end|fim|final)/giu;

/** Matches other signs for a dash: "8:28..30", "8:28…30", "8:28 -> 30". */
const RANGE_SIGN = /(?<=\d[a-d]?\s*)(?:\.{2,3}|-+>)(?=\s*\d)/g;

/** Matches the Portuguese forms of "ff" and "f": "Mt 5:3ss", "Jo 3.16s". */
const FOLLOWING = /(?<=\p{L}.*\d)(\s*)(ss?)\.?(?=$|\s*[;,])/giu;

/** All names and words of the three languages use only Latin-1 characters. */
const NOT_LATIN_1 = /[^\0-\xff]+/g;

/** Matches "and following" in words. */
const FOLLOWING_WORDS =
  /(?<=\p{L}.*\d)\s+(?:(?:and|und|e)\s+)?(?:following|onwards?|folgende|seguintes?)(?:\s+(?:verses?|verse|vers[ií]culos?))?\.?(?=$|\s*[;,])/iu;

/** Matches "par", which mentions parallel passages without naming them: "Mk 1,1-8 parr.", "Mt 5,3 u. par." */
const PARALLELS =
  /(?<=\p{L}.*\d[a-d]?f{0,2}\.?)\s*(?:(?:and|und|u\.|e|&)\s*)?[([]?(?<!\p{L})parr?\.?[)\]]?(?=$|\s*[;,])/giu;

/** Matches verses in brackets, which may be left out: "Mt 2,1-12 (13-23)", "Ps 34:(1) 2-9", "3,8a(8b.9)10". */
const OPTIONAL_VERSES =
  /(?<chapter>\p{L}[\s.]*\d+\s*[:,.])?\s*(?<before>[,.;]?)\s*[([]\s*(?<verses>\d[\d\s.,:a-f-]*?)\s*[)\]]\s*[,.]?\s*(?=(?<after>\d?))/giu;

/** Matches neighbors such as "Ps 42/43". */
const NEIGHBORS = /(?<!\d)(\d{1,3})\s*\/\s*(\d{1,3})(?!\d)/g;

/** Normalizes characters, spaces, dashes and apostrophes, and removes surrounding punctuation and translations. */
function normalizeTyped(text: string): WithoutEdition {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[‐-―−]/g, '-')
    .replaceAll('’', "'")
    .replace(NOT_LATIN_1, (other) => other.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(PARALLELS, '')
    .replace(OPTIONAL_VERSES, (...match) => {
      const { chapter, before, verses, after } = match.at(-1) as Record<string, string | undefined>;
      const start = chapter ?? (before === ';' ? '; ' : '&');
      return `${start}${verses}${after === '' ? '' : '&'}`;
    });
  const { text: bare, named } = withoutEdition(plain);
  const typed = bare
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    .replace(NEIGHBORS, (all, one: string, next: string) => (Number(next) === Number(one) + 1 ? `${one}&${next}` : all))
    .replace(RANGE_WORD, '-')
    .replace(RANGE_SIGN, '-')
    .replace(FOLLOWING, (_, space: string, letters: string) => space + 'f'.repeat(letters.length))
    .replace(FOLLOWING_WORDS, 'ff');
  return { text: typed, named };
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
export function normalizeReferenceText(text: string): WithoutEdition | null {
  if (text.length > REFERENCE_MAX_CHARACTERS) return null;
  const normalized = normalizeTyped(text);
  const { text: typed } = normalized;
  if (LONG_NUMBER.test(typed) && !GLUED_NUMBER.test(typed)) return null;
  const words = countWords(typed);
  const numbers = typed.match(/\d+/g)?.length ?? 0;
  const isReadable = words > 0 && words <= WORDS_MAX && numbers <= NUMBERS_MAX && typed.search(NOT_LATIN_1) < 0;
  return isReadable ? normalized : null;
}

const countWords = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
