import type { Kysely } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { ReadFirstVerses, SearchTerm } from './search-terms.ts';
import { foldSpelledOut, toStem, toWords } from './search-words.ts';

/**
 * Adds to German stems with "ae", "oe" or "ue" the stem of the word with an umlaut, whose forms may have none:
 * "Haeuser" also finds "Haus". Leaves words that the edition itself spells so, such as "Michael". [D31]
 */
export async function addUmlauts(
  db: Kysely<Tables>,
  readFirst: ReadFirstVerses,
  { id, language }: { id: string; language: Language },
  terms: readonly SearchTerm[],
): Promise<SearchTerm[]> {
  if (language !== 'de') return [...terms];
  return Promise.all(
    terms.map(async (term) => {
      const or = term.typed?.map((word) => toStem(foldSpelledOut(word), language));
      if (!or || or.join() === term.words.join()) return term;
      const [first] = (await readFirst(db, id, [term], 1)) ?? [];
      const written = first && toWords(first.text).map((word) => toStem(word, language));
      return written && term.words.every((word) => written.includes(word)) ? term : { ...term, or };
    }),
  );
}
