import type { DeckRecord } from '../../storage.ts';
import { isUnspaced } from '../search/search-unspaced.ts';

/** The most characters of a deck that are searched. */
const WORDS_MAX_CHARACTERS = 10_000;

/** Returns the words of a deck as they are stored: those of its title, a bar, then those of its slides. */
export function toDeckWords({ title, slides }: Pick<DeckRecord, 'title' | 'slides'>): string {
  const texts = slides.flatMap((slide) => [slide.title ?? '', slide.text ?? '']);
  return ` ${fold(title)} | ${fold(texts.join(' '))}`.slice(0, WORDS_MAX_CHARACTERS);
}

/** Returns the `LIKE` patterns of a search, or null if the text has no words. The last word can be a prefix. */
export function toDeckPatterns(typed: string) {
  const phrase = fold(typed);
  if (phrase === '') return null;
  const words = [...new Set(phrase.split(' '))].map((word) => (isUnspaced(word) ? word : ` ${word}`));
  return {
    titleBegins: ` ${phrase}%`,
    inTitle: words.map((word) => `%${word}%|%`),
    asPhrase: `%${isUnspaced(phrase) ? '' : ' '}${phrase}%`,
    anywhere: words.map((word) => `%${word}%`),
  };
}

/**
 * Returns the words of a text without case, accents and apostrophes, separated by spaces. The upper case of ß is SS.
 */
const fold = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .toLowerCase()
      .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
