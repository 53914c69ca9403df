import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import type { Language } from '../../../contract/schemas/translation.ts';
import { isPairBefore, isUnspaced, splitUnspaced } from './search-unspaced.ts';

/** Words of one verse that can be found; a verse has a hundred at most, a whole chapter under one number a few thousand. */
const WORDS_PER_VERSE_MAX = 4_000;
/** Longer words are cut, so that no text outgrows what the engines take. Characters. */
const WORD_MAX_CHARACTERS = 64;

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. In other scripts marks are vowels, which count. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** "Believeth", "lovest", "agreeth": the English of 1611, which the stemmer does not know. They are read as "believed", "loved", "agree". */
const OLD_ENGLISH_ENDING = /(?<=.{3})e(?:th|st)$/;
/** "Priests", "twentieths": no verb of that English ends so, but nouns do, which must meet their singular. */
const ENGLISH_PLURAL_OF_ENDING = /(?<=.{3}e(?:th|st))s$/;
/** Words whose end is no ending: those of the starter edition, then others of today's editions. */
const NO_OLD_ENGLISH_ENDING = new Set(
  (
    'detest dishonest earnest forest harvest honest manifest modest priest protest request tempest ' +
    'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth ' +
    'arrest attest behest bequest conquest contest digest divest incest infest ingest inquest interest invest molest ' +
    'suggest unrest'
  ).split(' '),
);
/** "Corações" to "coração": the Portuguese stemmer needs the accents, which are gone, to see such plurals. */
const PORTUGUESE_PLURAL = /(?<=.{2})oes$/;

const STEMMERS: Record<Language, (word: string) => string> = {
  en: (word) => stemEnglish(withoutOldEnding(word)),
  de: stemGerman,
  pt: (word) => stemPortuguese(word.replace(PORTUGUESE_PLURAL, 'ao')),
  und: (word) => word,
};

function withoutOldEnding(word: string): string {
  const singular = word.replace(ENGLISH_PLURAL_OF_ENDING, '');
  if (NO_OLD_ENGLISH_ENDING.has(singular)) return singular;
  return singular.replace(OLD_ENGLISH_ENDING, (_, index: number) => (singular[index - 1] === 'e' ? 'e' : 'ed'));
}

/**
 * The words of a text as they are compared: without case and accents, ß as ss, parted at everything that is neither letter
 * nor digit. One preparation for both engines, so that they find the same. [D31]
 */
export const toWords = (text: string): string[] => cutWords(toPlain(text));

/** The same before it is parted. Composed again, so that a Korean syllable is one character. */
const toPlain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC');

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a text of `toPlain`. */
function cutWords(plain: string): string[] {
  const words = (plain.match(WORD) ?? []).flatMap(splitUnspaced);
  return words.slice(0, WORDS_PER_VERSE_MAX).map((word) => word.slice(0, WORD_MAX_CHARACTERS));
}

/** The words that a query looks for, which must stand one after another. */
export interface QueryWords {
  readonly words: readonly string[];
  /** Whether the last of them is only the beginning of a word. */
  readonly isPrefix: boolean;
}

/** What to look for to find a piece of text, as `toWords` has indexed it. */
export function toQueryWords(text: string): QueryWords {
  const words = toWords(text);
  const last = words.at(-1);
  if (last === undefined || !isUnspaced(last)) return { words, isPrefix: false };
  // The character that ends the run may stand within a longer one.
  if (words.length > 1 && isPairBefore(words.at(-2)!, last)) return { words: words.slice(0, -1), isPrefix: false };
  return { words, isPrefix: true };
}

/** Separates the words of a verse from the same words with umlauts spelled out. Longer than any word that is looked for. */
const SEPARATOR = 'z'.repeat(WORD_MAX_CHARACTERS + 1);

const UMLAUT = /[äöüÄÖÜ]|[aouAOU]\u0308/;
const UMLAUTS = /[äöüÄÖÜ]/g;

/** A text as one writes it without umlauts: "Koenig". Null where it has none. */
export const spellOutUmlauts = (text: string): string | null =>
  UMLAUT.test(text) ? text.normalize('NFC').replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`) : null;

/**
 * Joins the words of a verse and its words of `spellOutUmlauts`. They stand side by side, so that a phrase is found in either
 * spelling, and a word that has always been written "oe" is not taken for one with "ö".
 */
export const joinSpellings = (words: readonly string[], spelledOut: readonly string[]): string[] => [
  ...words,
  SEPARATOR,
  ...spelledOut,
];

/** What the forms of a word have in common ("loved", "loving": "love"). Takes a word of `toWords`. */
export const toStem = (word: string, language: Language): string => STEMMERS[language](word) || word;
