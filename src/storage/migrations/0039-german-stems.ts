import type { Kysely } from 'kysely';
import { markIndexOutdated } from '../queries/search/outdated-indexes.ts';
import type { Tables } from '../schema.ts';

/** Marks German editions, whose search index has "Nächster" as a form of "nach". [D31] */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>;
  const editions = await tables.selectFrom('editions').select('revision_id').where('language', '=', 'de').execute();
  for (const { revision_id: id } of editions) if (id !== null) await markIndexOutdated(tables, id);
}
