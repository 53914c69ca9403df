import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { indexInPostgres } from './index-postgres.ts';
import { indexInSqlite } from './index-sqlite.ts';
import type { IndexedRevision } from './search-index.ts';

/**
 * Creates the search index of a revision that is not searched yet, yielding to other work between batches. Rejects when
 * the signal is aborted, and leaves the partial index in place.
 */
export function indexRevision(
  db: Kysely<Tables>,
  engine: Engine,
  revision: IndexedRevision,
  signal?: AbortSignal,
): Promise<void> {
  return (engine === 'sqlite' ? indexInSqlite : indexInPostgres)(db, revision, signal);
}
