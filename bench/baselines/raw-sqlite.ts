/**
 * node:sqlite transactions, one by one: what acknowledged pushes are compared with. Each is a compare-and-set on a
 * Live's sequence and an inserted queue item, in a WAL database with synchronous FULL, as our server's are.
 *
 * Usage: `node raw-sqlite.ts '{"transactions": 2000, "directory": "…"}'` (RawSqlite). Prints one JSON line
 * (RawSqliteResult).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPayload } from '../load/payload.ts';
import { quantile, round } from '../load/quantile.ts';
import { openRawTransaction } from './raw-transaction.ts';

type RawSqlite = {
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
const transaction = openRawTransaction(join(folder, 'raw.db'));

const latencies: number[] = [];
let startedAt = 0;
for (let sequence = 0; sequence < warmTransactions + transactions; sequence++) {
  if (sequence === warmTransactions) startedAt = performance.now();
  const before = performance.now();
  transaction.run(sequence, toPayload(sequence, payloadCharacters));
  if (sequence >= warmTransactions) latencies.push(performance.now() - before);
}
const seconds = (performance.now() - startedAt) / 1000;
transaction.close();
rmSync(folder, { recursive: true });

const result: RawSqliteResult = {
  transactionsPerSecond: Math.round(transactions / seconds),
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
};
console.log(JSON.stringify(result));
