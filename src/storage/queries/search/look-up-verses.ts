import type { Kysely } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { RankedVerse, SearchStore } from '../../storage.ts';
import type { SearchTerm } from './search-terms.ts';
import { spellOutUmlauts, toQueryWords, toStem, toWords } from './search-words.ts';

/** A verse as a look-up ranks it. */
export interface MatchedVerse {
  readonly bookId: number;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
}

/** Reads the first verses in canonical order that have all terms; null when the revision is no longer current. */
export type ReadFirstVerses = (
  db: Kysely<Tables>,
  revisionId: string,
  terms: readonly SearchTerm[],
  limit: number,
) => Promise<readonly MatchedVerse[] | null>;

/** As `SearchStore.lookUp`. */
export async function lookUpVerses(
  db: Kysely<Tables>,
  readFirst: ReadFirstVerses,
  { id, language }: { id: string; language: Language },
  typed: readonly string[],
  { among, limit }: Parameters<SearchStore['lookUp']>[2],
): Promise<RankedVerse[] | null> {
  const pieces = typed.map((text) => toQueryWords(text).words).filter((words) => words.length > 0);
  const last = pieces.at(-1);
  if (!last) return [];
  const complete = pieces.slice(0, -1).map((words) => toTerm(words, language));
  const best = (verses: readonly MatchedVerse[]) => rank(verses, pieces.flat(), last).slice(0, limit);
  if (complete.length > 0) {
    // The beginning of a word can be that of thousands, which the index puts together each time. Of a few verses the text is read instead.
    const verses = await readFirst(db, id, complete, among + 1);
    if (!verses) return null;
    if (verses.length <= among) return best(verses);
  }
  const verses = await readFirst(db, id, [...complete, { column: 'words', words: last, isPrefix: true }], among);
  return verses && best(verses);
}

const toTerm = (words: readonly string[], language: Language): SearchTerm => ({
  column: 'stems',
  words: words.map((word) => toStem(word, language)),
  isPrefix: false,
});

/** Best first, within a rank as they come; without those that do not have the last words. */
function rank(verses: readonly MatchedVerse[], words: readonly string[], last: readonly string[]): RankedVerse[] {
  return verses
    .flatMap(({ text, ...place }): RankedVerse[] => {
      const own = wordsOf(text);
      return has(own, last, true) ? [{ ...place, rank: rankOf(own, words) }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
}

/** 1: the words as typed, one after another; 2: the same, the last of them begun; 3: all as typed; 4: some in another form. */
function rankOf(own: readonly string[], words: readonly string[]): number {
  if (has(own, words, false)) return 1;
  if (has(own, words, true)) return 2;
  return words.slice(0, -1).every((word) => own.includes(word)) ? 3 : 4;
}

/** Whether these words stand there one after another; of the last, with `begun`, only the beginning. */
function has(own: readonly string[], words: readonly string[], begun: boolean): boolean {
  const end = words.length - 1;
  return own.some((_, at) =>
    words.every((word, offset) => {
      const there = own[at + offset];
      return begun && offset === end ? there?.startsWith(word) : there === word;
    }),
  );
}

/** As the index has them: an umlaut in both spellings. */
function wordsOf(text: string): readonly string[] {
  const other = spellOutUmlauts(text);
  return other === null ? toWords(text) : [...toWords(text), ...toWords(other)];
}
