import type { Kysely } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { ParsedSearchQuery, SearchStore } from '../../storage.ts';
import { type QueryWords, toQueryWords, toStem } from './search-words.ts';

/** Words that stand one after another in a column of the index. */
export interface SearchTerm extends QueryWords {
  readonly column: 'words' | 'stems';
}

/**
 * The terms that a verse must have for each of the three ranks, best first: the words together as typed; all of them as typed; all
 * of them in some form. Those of a better rank have those of the next one too. [D31]
 */
export interface SearchTerms {
  /** Null for a single word. */
  readonly together: readonly SearchTerm[] | null;
  /** Null where the query is nothing but phrases: what is found is of the first rank then. */
  readonly asTyped: readonly SearchTerm[] | null;
  readonly found: readonly SearchTerm[];
}

/** `SearchStore.find`, for the terms of a query. */
export type FindTerms = (
  db: Kysely<Tables>,
  revisionId: string,
  terms: SearchTerms,
  page: Parameters<SearchStore['find']>[2],
) => ReturnType<SearchStore['find']>;

/** Null for a query without words. */
export function toSearchTerms({ phrases, words }: ParsedSearchQuery, language: Language): SearchTerms | null {
  const inWords = (texts: readonly string[]): SearchTerm[] =>
    texts
      .map((text): SearchTerm => ({ column: 'words', ...toQueryWords(text) }))
      .filter(({ words }) => words.length > 0);
  const quoted = distinct(inWords(phrases));
  // What is typed as one can be several words: "God's".
  const typed = inWords(words);
  if (typed.length === 0) return quoted.length > 0 ? { together: null, asTyped: null, found: quoted } : null;
  const stems = typed.map(
    (term): SearchTerm => ({
      ...term,
      column: 'stems',
      words: term.words.map((one) => toStem(one, language)),
    }),
  );
  const whole: SearchTerm = { column: 'words', ...toQueryWords(words.join(' ')) };
  return {
    together: typed.length > 1 ? distinct([...quoted, whole]) : null,
    asTyped: distinct([...quoted, ...typed]),
    found: distinct([...quoted, ...stems]),
  };
}

const distinct = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [`${term.column} ${term.words.join(' ')}${term.isPrefix ? '…' : ''}`, term])).values(),
];
