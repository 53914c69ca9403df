import { LOOKUP_DECK_WORDS_MAX } from '../../../contract/limits.ts';
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
  // Each word is sought in all decks, and on SQLite nothing else runs meanwhile.
  const sought = fold(typed).split(' ').slice(0, LOOKUP_DECK_WORDS_MAX);
  const phrase = sought.join(' ');
  if (phrase === '') return null;
  const words = [...new Set(sought)].map((word) => (isUnspaced(word) ? word : ` ${word}`));
  return {
    titleBegins: ` ${phrase}%`,
    // The source may have the number of a song: "EG 316".
    inSource: /^\d{1,5}$/.test(phrase) ? [`%"source":"${phrase}%`, `%"source":"% ${phrase}%`] : [''],
    inTitle: words.map((word) => `%${word}%|%`),
    asPhrase: `%${isUnspaced(phrase) ? '' : ' '}${phrase}%`,
    anywhere: words.map((word) => `%${word}%`),
  };
}

/** Returns the line of the slides that has the text as a phrase, or else most of its words; null if none has any. */
export function findLine(slides: DeckRecord['slides'], typed: string): string | null {
  const phrase = fold(typed);
  const words = phrase.split(' ');
  const countOf = (line: string): number => {
    const folded = ` ${fold(line)}`;
    const has = (sought: string) => folded.includes(isUnspaced(sought) ? sought : ` ${sought}`);
    return has(phrase) ? words.length + 1 : words.filter(has).length;
  };
  let best: string | null = null;
  let most = 0;
  for (const line of slides.flatMap(({ title, text }) => [title ?? '', ...(text ?? '').split('\n')])) {
    const count = countOf(line);
    if (count <= most) continue;
    best = line.trim();
    most = count;
    if (count > words.length) break;
  }
  return best;
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
