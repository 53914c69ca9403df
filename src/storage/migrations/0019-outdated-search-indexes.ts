import type { Kysely } from 'kysely';
import { markIndexOutdated } from '../queries/search/outdated-indexes.ts';
import type { Tables } from '../schema.ts';

/**
 * Marks the editions whose search index lacks words with spelled-out umlauts and runs of Chinese, Japanese, Korean and
 * Thai. The running server rebuilds these indexes, so that no start waits for them. [D31]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>;
  const editions = await tables.selectFrom('editions').select('revision_id').execute();
  for (const { revision_id: id } of editions) if (id !== null) await markIndexOutdated(tables, id);
}
