import { DatabaseSync } from 'node:sqlite';

export interface RawTransaction {
  /** One durable transaction: a compare-and-set from this sequence, and an inserted item. */
  run(sequence: number, verse: string): void;
  close(): void;
}

/**
 * A new database in a WAL with synchronous FULL, as our server's are: the transaction that pushes are compared with.
 */
export function openRawTransaction(file: string): RawTransaction {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE live (id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
    CREATE TABLE item (id INTEGER PRIMARY KEY, live INTEGER NOT NULL, position INTEGER NOT NULL, verse TEXT NOT NULL) STRICT;
    INSERT INTO live VALUES (1, 0);
  `);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const advance = database.prepare('UPDATE live SET sequence = sequence + 1 WHERE id = 1 AND sequence = ?');
  const insert = database.prepare('INSERT INTO item (live, position, verse) VALUES (1, ?, ?)');
  const commit = database.prepare('COMMIT');
  return {
    run: (sequence, verse) => {
      begin.run();
      if (advance.run(sequence).changes !== 1) throw new Error('the compare-and-set failed');
      insert.run(sequence, verse);
      commit.run();
    },
    close: () => database.close(),
  };
}
