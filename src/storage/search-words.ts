import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import type { Language } from '../contract/schemas/translation.ts';

/** Words of one verse that can be found; a verse has a hundred at most, a whole chapter under one number a few thousand. */
const WORDS_PER_VERSE_MAX = 4_000;
/** Longer words are cut, so that no text outgrows what the engines take. Characters. */
const WORD_MAX_CHARACTERS = 64;
/** Stems that are remembered: a Bible has some 15,000 different words. */
const STEMS_MAX = 100_000;

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. In other scripts marks are vowels, which count. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** "Believeth", "lovest": the English of 1611, which the stemmer does not know. */
const OLD_ENGLISH_ENDING = /(?<=.{3})e(?:th|st)$/;
/** "Corações" to "coração": the Portuguese stemmer needs the accents, which are gone, to see such plurals. */
const PORTUGUESE_PLURAL = /(?<=.{2})oes$/;

const STEMMERS: Record<Language, (word: string) => string> = {
  en: (word) => stemEnglish(word.replace(OLD_ENGLISH_ENDING, 'e')),
  de: stemGerman,
  pt: (word) => stemPortuguese(word.replace(PORTUGUESE_PLURAL, 'ao')),
  und: (word) => word,
};

const knownStems: Record<Language, Map<string, string>> = {
  en: new Map(),
  pt: new Map(),
  de: new Map(),
  und: new Map(),
};

/**
 * The words of a text as they are compared: without case and accents, ß as ss, parted at everything that is neither letter
 * nor digit. One preparation for both engines, so that they find the same. [D31]
 */
export function toWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return words.slice(0, WORDS_PER_VERSE_MAX).map((word) => word.slice(0, WORD_MAX_CHARACTERS));
}

/** What the forms of a word have in common ("loved", "loving": "love"). Takes a word of `toWords`. */
export function toStem(word: string, language: Language): string {
  const known = knownStems[language];
  let stem = known.get(word);
  if (stem === undefined) {
    stem = STEMMERS[language](word) || word;
    if (known.size >= STEMS_MAX) known.clear();
    known.set(word, stem);
  }
  return stem;
}
