import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SearchStore } from '../../storage.ts';
import { renewOutdatedIndex } from './outdated-indexes.ts';
import { findInPostgres } from './search-postgres.ts';
import { findInSqlite } from './search-sqlite.ts';
import { type Terms, toTerms } from './search-terms.ts';

export { dropIndex, indexRevision, readWordsAside } from './search-index.ts';

/** `SearchStore.find`, for the terms of a query. */
export type FindTerms = (
  db: Kysely<Tables>,
  revisionId: string,
  terms: Terms,
  page: Parameters<SearchStore['find']>[2],
) => ReturnType<SearchStore['find']>;

/** What is found, in ranks and within a rank in the order of the canon. [D31] */
export function searchStore(db: Kysely<Tables>, engine: Engine): SearchStore {
  const findTerms = engine === 'sqlite' ? findInSqlite : findInPostgres;
  return {
    async find({ id, language }, query, page) {
      const terms = toTerms(query, language);
      return terms ? findTerms(db, id, terms, page) : { total: 0, verses: [], more: null };
    },

    renewOutdated: (signal) => renewOutdatedIndex(db, engine, signal),
  };
}
