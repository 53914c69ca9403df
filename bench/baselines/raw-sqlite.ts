/**
 * node:sqlite transactions, one by one: what acknowledged pushes are compared with. Each is a compare-and-set on a Live's
 * sequence and an inserted queue item, in a WAL database with synchronous FULL, as our server's are.
 *
 * Usage: `node raw-sqlite.ts '{"transactions": 2000, "directory": "…"}'` (RawSqlite). Prints one JSON line (RawSqliteResult).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toPayload } from '../load/payload.ts';
import { quantile, round } from '../load/quantile.ts';

export type RawSqlite = {
  transactions?: number;
  warmTransactions?: number;
  /** Where the database is made: on the same file system as the server's. */
  directory?: string;
  payloadCharacters?: number;
};
export type RawSqliteResult = { transactionsPerSecond: number; p50Milliseconds: number; p99Milliseconds: number };

const options = JSON.parse(process.argv[2] ?? '{}') as RawSqlite;
const { transactions = 2000, warmTransactions = 200, directory = tmpdir(), payloadCharacters = 200 } = options;
const folder = mkdtempSync(join(directory, 'lectern-bench-sqlite-'));
const database = new DatabaseSync(join(folder, 'raw.db'));
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

const latencies: number[] = [];
let startedAt = 0;
for (let sequence = 0; sequence < warmTransactions + transactions; sequence++) {
  if (sequence === warmTransactions) startedAt = performance.now();
  const before = performance.now();
  begin.run();
  if (advance.run(sequence).changes !== 1) throw new Error('the compare-and-set failed');
  insert.run(sequence, toPayload(sequence, payloadCharacters));
  commit.run();
  if (sequence >= warmTransactions) latencies.push(performance.now() - before);
}
const seconds = (performance.now() - startedAt) / 1000;
database.close();
rmSync(folder, { recursive: true });

const result: RawSqliteResult = {
  transactionsPerSecond: Math.round(transactions / seconds),
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
};
console.log(JSON.stringify(result));
