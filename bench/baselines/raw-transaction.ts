import { DatabaseSync } from 'node:sqlite';

/** The transaction that pushes are compared with. */
interface RawTransaction {
  /** The verse that each transaction inserts, about as long as the one that is pushed. */
  readonly text: string;
  /** Makes one durable transaction: a compare-and-set from this sequence, and an inserted item. */
  run(sequence: number): void;
  close(): void;
}

/** Opens a new database with a write-ahead log and synchronous FULL, as our server's. */
export function openRawTransaction(file: string): RawTransaction {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE live (id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
    CREATE TABLE item (id INTEGER PRIMARY KEY, live INTEGER NOT NULL, rank INTEGER NOT NULL, verse TEXT NOT NULL) STRICT;
    INSERT INTO live VALUES (1, 0);
  `);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const advance = database.prepare('UPDATE live SET sequence = sequence + 1 WHERE id = 1 AND sequence = ?');
  const insert = database.prepare('INSERT INTO item (live, rank, verse) VALUES (1, ?, ?)');
  const commit = database.prepare('COMMIT');
  const text = 'x'.repeat(140);
  return {
    text,
    run: (sequence) => {
      begin.run();
      if (advance.run(sequence).changes !== 1) throw new Error('the compare-and-set failed');
      insert.run(sequence, text);
      commit.run();
    },
    close: () => database.close(),
  };
}
