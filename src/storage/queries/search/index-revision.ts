import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { indexInPostgres } from './index-postgres.ts';
import { indexInSqlite } from './index-sqlite.ts';
import type { IndexedRevision } from './search-index.ts';

/**
 * Makes the search index of a revision that nobody searches in yet. Other work goes on between its portions. Rejects when the signal is
 * aborted; what was made until then stays.
 */
export function indexRevision(
  db: Kysely<Tables>,
  engine: Engine,
  revision: IndexedRevision,
  signal?: AbortSignal,
): Promise<void> {
  return (engine === 'sqlite' ? indexInSqlite : indexInPostgres)(db, revision, signal);
}
