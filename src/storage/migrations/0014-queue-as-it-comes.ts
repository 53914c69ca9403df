import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * On SQLite the rows of all queues are kept as they come, the new ones of many Lives together on the last page, and found by a small
 * index: a change writes fewer pages than where each Live's end was a place of its own.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') return;
  const statements = [
    `CREATE TABLE queue_rows (live_id TEXT NOT NULL, id TEXT NOT NULL, rank REAL NOT NULL, book_id INTEGER NOT NULL, book TEXT NOT NULL,
       chapter INTEGER NOT NULL, verse INTEGER NOT NULL, text TEXT NOT NULL, translation TEXT NOT NULL, revision_id TEXT NOT NULL,
       PRIMARY KEY (live_id, rank, id)) STRICT`,
    `INSERT INTO queue_rows (live_id, id, rank, book_id, book, chapter, verse, text, translation, revision_id)
       SELECT live_id, id, rank, book_id, book, chapter, verse, text, translation, revision_id FROM queue_items ORDER BY live_id, rank, id`,
    'DROP TABLE queue_items',
    'ALTER TABLE queue_rows RENAME TO queue_items',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
