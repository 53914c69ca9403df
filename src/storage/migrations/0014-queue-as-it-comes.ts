import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * Stores the rows of all queues in insertion order, with a small index. New rows of many Lives share the
 * last page, so that a change writes fewer pages than if each Live's rows were kept together.
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
