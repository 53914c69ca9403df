import type { Kysely } from 'kysely';
import { indexRevision } from '../queries/search/index-revision.ts';
import { dropIndex, indexName } from '../queries/search/search-index.ts';
import type { Tables } from '../schema.ts';
import type { Engine } from '../storage.ts';
import { hasTable } from './has-table.ts';

/**
 * Rebuilds the search index of every English edition, whose stems have changed ("priest"), once, about 2 seconds each.
 * [D31]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const tables = db as Kysely<Tables>;
  const editions = await tables.selectFrom('editions').select('revision_id').where('language', '=', 'en').execute();
  for (const { revision_id: id } of editions) {
    // An edition without an index, such as one in a backup from the other engine, gets it during the restore.
    if (id === null || !(await hasTable(tables, engine, indexName(id)))) continue;
    await dropIndex(tables, id);
    const revision = { id, language: 'en' as const, books: await readBooks(tables, id) };
    await indexRevision(tables, engine, revision);
  }
}

async function readBooks(tables: Kysely<Tables>, revisionId: string) {
  const rows = await tables
    .selectFrom('verses')
    .select(['book_id', 'chapter', 'verse', 'text'])
    .where('revision_id', '=', revisionId)
    .orderBy('book_id')
    .orderBy('chapter')
    .orderBy('verse')
    .execute();
  return [...Map.groupBy(rows, (row) => row.book_id)].map(([bookId, verses]) => ({ bookId, verses }));
}
