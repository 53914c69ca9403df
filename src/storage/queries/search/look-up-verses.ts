import type { Kysely } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { RankedVerse, SearchStore } from '../../storage.ts';
import type { MatchedVerse, ReadFirstVerses, SearchTerm } from './search-terms.ts';
import { isUnspaced } from './search-unspaced.ts';
import { foldSpelledOut, spellOutUmlauts, toQueryWords, toStem, toWords } from './search-words.ts';
import { addUmlauts } from './spelled-out-terms.ts';

/** The fewest letters of a prefix that few words have. */
const PREFIX_MIN_LETTERS = 3;
/** The most verses whose text is read rather than looking for such a prefix in the index. */
const FEW_VERSES = 25;

/** Implements `SearchStore.lookUp`. */
export async function lookUpVerses(
  db: Kysely<Tables>,
  readFirst: ReadFirstVerses,
  revision: { id: string; language: Language },
  query: readonly string[],
  { among, limit }: Parameters<SearchStore['lookUp']>[2],
): Promise<RankedVerse[] | null> {
  const { id, language } = revision;
  const pieces = query.map((text) => toQueryWords(text).words).filter((words) => words.length > 0);
  const last = pieces.at(-1);
  if (!last) return [];
  const terms = pieces.slice(0, -1).map((words) => toTerm(words, language));
  const complete = await addUmlauts(db, readFirst, revision, terms);
  const best = (verses: readonly MatchedVerse[]) => rank(verses, pieces.flat(), last).slice(0, limit);
  if (complete.length > 0) {
    // A prefix can match thousands of words, which the index combines each time. For a few verses, reading their text
    // is cheaper.
    const few = last.at(-1)!.length < PREFIX_MIN_LETTERS ? among : Math.min(among, FEW_VERSES);
    const verses = await readFirst(db, id, complete, few + 1);
    if (!verses) return null;
    if (verses.length <= few) return best(verses);
  }
  const verses = await readFirst(db, id, [...complete, { column: 'words', words: last, isPrefix: true }], among);
  return verses && best(verses);
}

/** Returns terms that every match has, and that are found quickly; none if the words have no such terms. */
export function toLikelyTerms(query: readonly string[], language: Language): SearchTerm[] {
  const pieces = query.map((text) => toQueryWords(text).words).filter((words) => words.length > 0);
  const complete = pieces.slice(0, -1).map((words): SearchTerm => {
    const or = language === 'de' ? words.map((word) => toStem(foldSpelledOut(word), language)) : undefined;
    return { ...toTerm(words, language), ...(or && { or }) };
  });
  const last = pieces.at(-1) ?? [];
  const isRare = last.length > 1 || last.some((word) => word.length > PREFIX_MIN_LETTERS || isUnspaced(word));
  return isRare ? [...complete, { column: 'words', words: last, isPrefix: true }] : complete;
}

const toTerm = (words: readonly string[], language: Language): SearchTerm => ({
  column: 'stems',
  typed: words,
  words: words.map((word) => toStem(word, language)),
  isPrefix: false,
});

/** Ranks verses, best first and otherwise in the given order. Omits verses without the last words. */
function rank(verses: readonly MatchedVerse[], words: readonly string[], last: readonly string[]): RankedVerse[] {
  return verses
    .flatMap(({ text, ...place }): RankedVerse[] => {
      const verseWords = wordsOf(text);
      return has(verseWords, last, true) ? [{ ...place, rank: rankOf(verseWords, words) }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
}

/**
 * Returns 1 for the words as typed, in sequence; 2 if the last of them is a prefix; 3 for all words as typed, in any
 * order; 4 if some have another form.
 */
function rankOf(verseWords: readonly string[], words: readonly string[]): number {
  if (has(verseWords, words, false)) return 1;
  if (has(verseWords, words, true)) return 2;
  return words.slice(0, -1).every((word) => verseWords.includes(word)) ? 3 : 4;
}

/**
 * Returns whether the words occur in sequence. With `isPrefix`, the last one only has to be the beginning of a word.
 */
function has(verseWords: readonly string[], words: readonly string[], isPrefix: boolean): boolean {
  const end = words.length - 1;
  return verseWords.some((_, at) =>
    words.every((word, offset) => {
      const found = verseWords[at + offset];
      return isPrefix && offset === end ? found?.startsWith(word) : found === word;
    }),
  );
}

/** Returns the words as they are indexed: words with umlauts in both spellings. */
function wordsOf(text: string): readonly string[] {
  const other = spellOutUmlauts(text);
  return other === null ? toWords(text) : [...toWords(text), ...toWords(other)];
}
