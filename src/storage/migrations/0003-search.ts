import type { Kysely } from 'kysely';
import type { Language } from '../../contract/schemas/translation.ts';
import { indexRevision } from '../queries/search/index-revision.ts';
import type { Tables } from '../schema.ts';
import type { Engine } from '../storage.ts';

/**
 * Creates the search index of every edition that was installed before indexes existed, once, about 2 seconds each.
 * [D31]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const tables = db as Kysely<Tables>;
  const editions = await tables.selectFrom('editions').select(['revision_id', 'language']).execute();
  for (const { revision_id: id, language } of editions) {
    if (id === null) continue;
    const rows = await tables
      .selectFrom('verses')
      .select(['book_id', 'chapter', 'verse', 'text'])
      .where('revision_id', '=', id)
      .orderBy('book_id')
      .orderBy('chapter')
      .orderBy('verse')
      .execute();
    const books = Map.groupBy(rows, (row) => row.book_id);
    const revision = {
      id,
      language: language as Language,
      books: [...books].map(([bookId, verses]) => ({ bookId, verses })),
    };
    await indexRevision(tables, engine, revision);
  }
}
