import type { RawSqliteResult } from '../baselines/raw-sqlite.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { median } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

export const CLIENTS = 32;
export const PUSHES = 16_000;
/** The engine compiles for the first twenty thousand: of three rounds the first has most of it. */
export const WARM_PUSHES = 8_000;
const TRANSACTIONS = 4_000;

/** Pushes of 32 clients on 32 Lives, against transactions of node:sqlite one at a time on the same file system. */
export async function measureGroupCommit(
  lectern: BenchmarkServer,
  { rounds, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const ours: PushLoadResult[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await pushFromAllClients(lectern, PUSHES, WARM_PUSHES));
    const raw = await runProgram<RawSqliteResult>('server', './baselines/raw-sqlite.ts', {
      transactions: TRANSACTIONS,
      warmTransactions: TRANSACTIONS / 2,
      directory: folder,
      payloadCharacters: EDITION.verseCharacters,
    });
    baseline.push(raw.transactionsPerSecond);
  }
  const row = toRatioRow(
    `acknowledged pushes, ${CLIENTS} clients on ${CLIENTS} Lives (baseline: one transaction at a time)`,
    {
      ours: median(ours.map(({ acknowledgedPerSecond }) => acknowledgedPerSecond)),
      baseline: median(baseline),
      toText: (value) => `${value}/s`,
      notes: [describeLatency(ours), ''],
    },
  );
  return [row];
}

/** Each client pushes to a new Live of its own. */
export async function pushFromAllClients(
  lectern: BenchmarkServer,
  pushes: number,
  warmPushes: number,
): Promise<PushLoadResult> {
  const requests: PushLoad['requests'] = [];
  while (requests.length < CLIENTS) requests.push(lectern.pushRequest(await lectern.createLive()));
  const { port, pid } = lectern;
  const options: PushLoad = { port, pid, requests, pushes, warmPushes, numbers: EDITION.verses };
  return await runProgram<PushLoadResult>('load', './load/push.ts', options);
}

export function describeLatency(results: PushLoadResult[]): string {
  const of = (name: 'p50Milliseconds' | 'p99Milliseconds') => median(results.map((result) => result[name]));
  return `p50 ${of('p50Milliseconds')} ms, p99 ${of('p99Milliseconds')} ms`;
}
