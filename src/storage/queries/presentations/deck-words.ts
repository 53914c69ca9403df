import { DECK_FIRST_LINE_MAX_CHARACTERS, LOOKUP_DECK_WORDS_MAX } from '../../../contract/limits.ts';
import type { DeckRecord } from '../../storage.ts';
import { isUnspaced } from '../search/search-unspaced.ts';

const SONG_NUMBER = /^\d{1,5}$/;
/** The most characters of a deck that are searched. */
const WORDS_MAX_CHARACTERS = 10_000;

/** Returns the words of a deck as they are stored: those of its title, a bar, then those of its slides. */
export function toDeckWords({ title, slides }: Pick<DeckRecord, 'title' | 'slides'>): string {
  const texts = slides.flatMap(textsOf);
  return ` ${fold(title)} | ${fold(texts.join(' '))}`.slice(0, WORDS_MAX_CHARACTERS);
}

/** Returns the texts of a slide, of which that in the first language is before those in others. [D77] */
const textsOf = ({ title, text, translations = [] }: DeckRecord['slides'][number]): string[] => [
  title ?? '',
  text ?? '',
  ...translations.map((each) => each.text),
];

/** Returns the first line of the texts, by which songs of one name are distinguished; empty without text. [D77] */
export function toFirstLine({ slides }: Pick<DeckRecord, 'slides'>): string {
  const first = slides.map(({ text }) => text?.trim() ?? '').find((text) => text !== '') ?? '';
  return first.split('\n')[0]!.trim().slice(0, DECK_FIRST_LINE_MAX_CHARACTERS).toWellFormed();
}

export const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** Returns the `LIKE` patterns of a search, or null if the text has no words. The last word can be a prefix. */
export function toDeckPatterns(typed: string) {
  // Each word is sought in all decks, and on SQLite nothing else runs meanwhile.
  const sought = fold(typed).split(' ').slice(0, LOOKUP_DECK_WORDS_MAX);
  const phrase = sought.join(' ');
  if (phrase === '') return null;
  const words = [...new Set(sought)].map((word) => (isUnspaced(word) ? word : ` ${word}`));
  return {
    titleBegins: ` ${phrase}%`,
    /** The number of a song, which no deck has if the text is not one. */
    number: SONG_NUMBER.test(phrase) ? withoutLeadingZeros(phrase) : '',
    // The source may have the number of a song: "EG 316".
    inSource: SONG_NUMBER.test(phrase) ? [`%"source":"${phrase}%`, `%"source":"% ${phrase}%`] : [''],
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
  for (const line of slides.flatMap((slide) => textsOf(slide).flatMap((text) => text.split('\n')))) {
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
