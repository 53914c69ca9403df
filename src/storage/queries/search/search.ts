import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SearchStore } from '../../storage.ts';
import { lookUpVerses } from './look-up-verses.ts';
import { rebuildOutdatedIndex } from './outdated-indexes.ts';
import { findInPostgres, readFirstInPostgres } from './search-postgres.ts';
import { findInSqlite, readFirstInSqlite } from './search-sqlite.ts';
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

    rebuildOutdated: (signal) => rebuildOutdatedIndex(db, engine, signal),
  };
}
