import type { RawPostgres, RawPostgresResult } from '../baselines/raw-postgres.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { PushLoadResult } from '../load/push.ts';
import { median } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import { type ResultRow, toRatioRow } from '../results.ts';
import { CLIENTS, describeLatency, PUSHES, pushFromAllClients, WARM_PUSHES } from './group-commit.ts';

const REQUIRED_SHARE = 0.4;

/**
 * Pushes of 32 clients on 32 Lives on PostgreSQL, against 32 connections that each send one statement after another.
 */
export async function measureGroupCommitPostgres(
  lectern: BenchmarkServer,
  { rounds }: BenchmarkExtent,
  databaseUrl: string,
): Promise<ResultRow[]> {
  const ours: PushLoadResult[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await pushFromAllClients(lectern, PUSHES, WARM_PUSHES));
    const options: RawPostgres = {
      url: databaseUrl,
      connections: CLIENTS,
      statements: PUSHES,
      warmStatements: WARM_PUSHES,
      payloadCharacters: EDITION.verseCharacters,
    };
    const raw = await runProgram<RawPostgresResult>('server', './baselines/raw-postgres.ts', options);
    baseline.push(raw.statementsPerSecond);
  }
  const row = toRatioRow(`the same on PostgreSQL (baseline: ${CLIENTS} connections, one statement each at a time)`, {
    ours: median(ours.map(({ acknowledgedPerSecond }) => acknowledgedPerSecond)),
    baseline: median(baseline),
    toText: (value) => `${value}/s`,
    notes: [describeLatency(ours), ''],
    atLeast: REQUIRED_SHARE,
  });
  return [row];
}
