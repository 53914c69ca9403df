import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import type { Language } from '../../../contract/schemas/translation.ts';
import { isPairBefore, isUnspaced, splitUnspaced } from './search-unspaced.ts';

/**
 * Maximum number of indexed words per verse. A verse has a hundred at most, a whole chapter under one number a few
 * thousand.
 */
const WORDS_PER_VERSE_MAX = 4_000;
/**
 * Maximum length of a word in characters. Longer words are truncated, so that no text exceeds the limits of the
 * engines.
 */
const WORD_MAX_CHARACTERS = 64;

/**
 * Accents of Latin, Greek and Cyrillic, and points of Hebrew and Arabic. In other scripts, marks are vowels and are
 * kept.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/**
 * Endings of Early Modern English, which the stemmer does not know: "believeth", "lovest" and "agreeth" are stemmed
 * like "believed", "loved" and "agree".
 */
const OLD_ENGLISH_ENDING = /(?<=.{3})e(?:th|st)$/;
/**
 * Plural of a noun with such an ending ("priests", "twentieths"). No verb ends like that, and the noun must match its
 * singular.
 */
const ENGLISH_PLURAL_OF_ENDING = /(?<=.{3}e(?:th|st))s$/;
/** Words that only look like they have such an ending: those of the starter edition, then others of modern editions. */
const OLD_ENGLISH_ENDING_EXCEPTIONS = new Set(
  (
    'detest dishonest earnest forest harvest honest manifest modest priest protest request tempest ' +
    'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth ' +
    'arrest attest behest bequest conquest contest digest divest incest infest ingest inquest interest invest molest ' +
    'suggest unrest'
  ).split(' '),
);
/** Portuguese plurals such as "corações". The stemmer recognizes them only by their accents, which are removed. */
const PORTUGUESE_PLURAL = /(?<=.{2})oes$/;

/** German words that the stemmer takes for superlatives of others: "Nächster" is not "nach". */
const GERMAN_NO_SUPERLATIVE = /^((?:dem|zu)?nae?chst|herbst)(?:e[mnrs]?)?$/;
/** An umlaut that may be spelled out. "Treue" and "Quelle" have none. */
const SPELLED_OUT_UMLAUT = /([ao])e|(?<![aeoq])(u)e/g;

const STEMMERS: Record<Language, (word: string) => string> = {
  en: (word) => stemEnglish(withoutOldEnding(word)),
  de: (word) => GERMAN_NO_SUPERLATIVE.exec(word)?.[1] ?? stemGerman(word),
  pt: (word) => stemPortuguese(word.replace(PORTUGUESE_PLURAL, 'ao')),
  und: (word) => word,
};

function withoutOldEnding(word: string): string {
  const singular = word.replace(ENGLISH_PLURAL_OF_ENDING, '');
  if (OLD_ENGLISH_ENDING_EXCEPTIONS.has(singular)) return singular;
  return singular.replace(OLD_ENGLISH_ENDING, (_, index: number) => (singular[index - 1] === 'e' ? 'e' : 'ed'));
}

/**
 * Returns the normalized words of a text: without case and accents, ß as ss, split at everything except letters and
 * digits. Both engines share this step, so that they find the same verses. [D31]
 */
export const toWords = (text: string): string[] => splitWords(normalize(text));

/** Normalizes a text before it is split. Composes it again at the end, so that a Korean syllable is one character. */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC');

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Splits a text that was normalized by `toPlain`. */
function splitWords(plain: string): string[] {
  const words = (plain.match(WORD) ?? []).flatMap(splitUnspaced);
  return words.slice(0, WORDS_PER_VERSE_MAX).map((word) => word.slice(0, WORD_MAX_CHARACTERS));
}

/** The words that a query looks for, in sequence. */
export interface QueryWords {
  readonly words: readonly string[];
  /** Whether the last word is only a prefix. */
  readonly isPrefix: boolean;
}

/** Returns the words to look for to find a piece of text that was indexed with `toWords`. */
export function toQueryWords(text: string): QueryWords {
  const words = toWords(text);
  const last = words.at(-1);
  if (last === undefined || !isUnspaced(last)) return { words, isPrefix: false };
  // The last character of the run may be inside a longer run.
  if (words.length > 1 && isPairBefore(words.at(-2)!, last)) return { words: words.slice(0, -1), isPrefix: false };
  return { words, isPrefix: true };
}

/** Separates the words of a verse from the same words with umlauts spelled out. Longer than any searched word. */
const SEPARATOR = 'z'.repeat(WORD_MAX_CHARACTERS + 1);

const UMLAUT = /[äöüÄÖÜ]|[aouAOU]\u0308/;
const UMLAUTS = /[äöüÄÖÜ]/g;

/** Spells out the umlauts of a text: "Koenig". Returns null if it has none. */
export const spellOutUmlauts = (text: string): string | null =>
  UMLAUT.test(text) ? text.normalize('NFC').replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`) : null;

/**
 * Joins the words of a verse with its words from `spellOutUmlauts`. They are kept separate, so that a phrase is found
 * in either spelling, and a word that is always written with "oe" does not match one with "ö".
 */
export const joinSpellings = (words: readonly string[], spelledOut: readonly string[]): string[] => [
  ...words,
  SEPARATOR,
  ...spelledOut,
];

/** Returns a word from `toWords` as if its `ae`, `oe` and `ue` were umlauts: "haeuser" as "hauser". */
export const foldSpelledOut = (word: string): string => word.replace(SPELLED_OUT_UMLAUT, '$1$2');

/** Returns the stem that the forms of a word share ("loved", "loving": "love"). Takes a word from `toWords`. */
export const toStem = (word: string, language: Language): string => STEMMERS[language](word) || word;
