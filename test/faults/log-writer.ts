/**
 * Writes to an SQLite database without a pause: every transaction changes pages all over it, and the write-ahead log is
 * checkpointed and restarted continuously. Usage: `node log-writer.ts FILE`. Ends with its standard input.
 */
import { DatabaseSync } from 'node:sqlite';

export const KEPT_ROWS = 500;

if (import.meta.main) write(process.argv[2]!);

function write(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16');
  const count = database.prepare(`INSERT INTO installation (key, value) VALUES ('written', ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
  const insert =
    database.prepare(`INSERT INTO queue_items (live_id, id, rank, book_id, book, chapter, verse, text, translation,
    revision_id) VALUES (?, ?, ?, 1, 'Genesis', 1, 1, ?, 'kjv', 'none')`);
  // Adds rows with every transaction.
  const add = database.prepare('INSERT INTO installation (key, value) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM queue_items WHERE live_id = ? AND rank = ?');
  // Consecutive rows are far apart in the tree.
  const liveOf = (number: number) => `live-${(number * 7919) % 1000}`;
  let number = 0;
  const step = () => {
    for (let index = 0; index < 20; index++) {
      number++;
      database.exec('BEGIN IMMEDIATE');
      count.run(String(number));
      add.run(`row ${number}`, '');
      insert.run(liveOf(number), `item-${number}`, number, 'x'.repeat(100 + (number % 4000)));
      remove.run(liveOf(number - KEPT_ROWS), number - KEPT_ROWS);
      database.exec('COMMIT');
    }
    // Waits for readers, and gives up after a while: either way, the state of the log changes.
    if (number % 200 === 0)
      database.exec(`PRAGMA busy_timeout = 1; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 5000`);
    setImmediate(step);
  };
  process.stdin.resume().once('end', () => process.exit());
  step();
  console.log('writing');
}
