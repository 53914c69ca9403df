import { type Kysely, sql } from 'kysely';

/**
 * Adds the language tag and the names of the books of a revision. Revisions with a text get the names that are stored
 * with their verses, until they are imported again. [D71]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['language_tag', 'book_names']) {
    await sql.raw(`ALTER TABLE edition_revisions ADD COLUMN ${column} TEXT`).execute(db);
  }
  await sql`UPDATE edition_revisions SET language_tag = language WHERE language <> 'und'`.execute(db);
  const { rows } = await sql<{ revision_id: string; book_id: number; name: string }>`
    SELECT revision_id, book_id, name FROM edition_books ORDER BY revision_id, book_id`.execute(db);
  for (const [revision, books] of Map.groupBy(rows, ({ revision_id }) => revision_id)) {
    const names = JSON.stringify(books.map(({ book_id, name }) => [book_id, null, name, null]));
    await sql`UPDATE edition_revisions SET book_names = ${names} WHERE id = ${revision}`.execute(db);
  }
}
