import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import type { Language } from '../contract/schemas/translation.ts';

/** Words of one verse that can be found; a verse has a hundred at most, a whole chapter under one number a few thousand. */
export const WORDS_PER_VERSE_MAX = 4_000;
/** Longer words are cut, so that no text outgrows what the engines take. Characters. */
export const WORD_MAX_CHARACTERS = 64;

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

/** The same before it is parted. */
export const toPlain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** The words of a text of `toPlain`. */
export function cutWords(plain: string): string[] {
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return words.slice(0, WORDS_PER_VERSE_MAX).map((word) => word.slice(0, WORD_MAX_CHARACTERS));
}

/** What the forms of a word have in common ("loved", "loving": "love"). Takes a word of `toWords`. */
export const toStem = (word: string, language: Language): string => STEMMERS[language](word) || word;
