import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SearchStore } from '../../storage.ts';
import { lookUpVerses, toLikelyTerms } from './look-up-verses.ts';
import { rebuildOutdatedIndex } from './outdated-indexes.ts';
import { findInPostgres, readFirstInPostgres } from './search-postgres.ts';
import { findInSqlite, listMatchingInSqlite, readFirstInSqlite } from './search-sqlite.ts';
import { toSearchTerms } from './search-terms.ts';
import { addUmlauts } from './spelled-out-terms.ts';

/** Creates the search store. Results are ordered by rank, then by position in the canon. [D31] */
export function searchStore(db: Kysely<Tables>, engine: Engine): SearchStore {
  const readFirst = engine === 'sqlite' ? readFirstInSqlite : readFirstInPostgres;
  const findTerms = engine === 'sqlite' ? findInSqlite : findInPostgres;
  return {
    async find({ id, language }, query, page) {
      const terms = toSearchTerms(query, language);
      if (!terms) return { total: 0, verses: [], more: null };
      const found = await addUmlauts(db, readFirst, { id, language }, terms.found);
      return findTerms(db, id, { ...terms, found }, page);
    },

    lookUp: (revision, words, page) => lookUpVerses(db, readFirst, revision, words, page),

    async listLikely(revisions, words) {
      const likely = revisions.map(({ id, language }) => ({ id, terms: toLikelyTerms(words, language) }));
      // PostgreSQL would scan whole indexes: it does not know how rare a word is.
      const isQuick = engine === 'sqlite' && likely.every(({ terms }) => terms.length > 0);
      return isQuick ? listMatchingInSqlite(db, likely) : new Set(revisions.map(({ id }) => id));
    },

    rebuildOutdated: (signal) => rebuildOutdatedIndex(db, engine, signal),
  };
}
