import type { Kysely } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { ParsedSearchQuery, SearchStore } from '../../storage.ts';
import { type QueryWords, toQueryWords, toStem } from './search-words.ts';

/** A sequence of words in a column of the index. */
export interface SearchTerm extends QueryWords {
  readonly column: 'words' | 'stems';
  /** The typed words, if these are their stems. */
  readonly typed?: readonly string[];
  /** Other words at the same places, of which the verse may have all instead. */
  readonly or?: readonly string[];
}

/**
 * The terms that a verse must contain for each of the three ranks, best first: the words in sequence as typed; all
 * words as typed; all words in some form. A verse of a better rank also matches the next rank. [D31]
 */
export interface SearchTerms {
  /** Null for a single word. */
  readonly together: readonly SearchTerm[] | null;
  /** Null if the query consists only of phrases: all matches then have the first rank. */
  readonly asTyped: readonly SearchTerm[] | null;
  readonly found: readonly SearchTerm[];
}

/** Implements `SearchStore.find` for the terms of a query. */
export type FindTerms = (
  db: Kysely<Tables>,
  revisionId: string,
  terms: SearchTerms,
  page: Parameters<SearchStore['find']>[2],
) => ReturnType<SearchStore['find']>;

/** A matching verse, before it is ranked. */
export interface MatchedVerse {
  readonly bookId: number;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
}

/**
 * Reads the first verses, in canonical order, that contain all terms. Returns null if the revision is no longer
 * current.
 */
export type ReadFirstVerses = (
  db: Kysely<Tables>,
  revisionId: string,
  terms: readonly SearchTerm[],
  limit: number,
) => Promise<readonly MatchedVerse[] | null>;

/** Converts a query to terms. Returns null if it contains no words. */
export function toSearchTerms({ phrases, words }: ParsedSearchQuery, language: Language): SearchTerms | null {
  const inWords = (texts: readonly string[]): SearchTerm[] =>
    texts
      .map((text): SearchTerm => ({ column: 'words', ...toQueryWords(text) }))
      .filter(({ words }) => words.length > 0);
  const quoted = distinct(inWords(phrases));
  // One typed word can become several: "God's".
  const typed = inWords(words);
  if (typed.length === 0) return quoted.length > 0 ? { together: null, asTyped: null, found: quoted } : null;
  const stems = typed.map(
    (term): SearchTerm => ({
      ...term,
      column: 'stems',
      typed: term.words,
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
