import type { RawRefresh, RawRefreshResult } from '../baselines/raw-refresh.ts';
import { type BenchmarkExtent, countSlices } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import type { HttpTarget } from '../load/http.ts';
import { median } from '../load/quantile.ts';
import type { RefreshLoad, RefreshLoadResult } from '../load/refreshes.ts';
import { runProgram } from '../pinned-process.ts';
import { type ResultRow, toRoundsRow } from '../results.ts';
import { readAlternately } from './read-alternately.ts';

/** Apps that are connected, and refresh at the same time. */
export const APPS = 16;
const REQUIRED_READ_SHARE = 0.6;
const TRANSACTIONS = 2_000;

/**
 * Reads with an access token against those of our own server without the bearer check; and refreshes, each of which is
 * one durable transaction, against the storage operations that they need, one at a time on the same file system.
 */
export async function measureOauth(
  lectern: BenchmarkServer,
  unchecked: BenchmarkServer,
  extent: BenchmarkExtent,
): Promise<ResultRow[]> {
  return [await measureBearerCheck(lectern, unchecked, extent), await measureRefreshes(lectern, extent)];
}

async function measureBearerCheck(
  lectern: BenchmarkServer,
  unchecked: BenchmarkServer,
  extent: BenchmarkExtent,
): Promise<ResultRow> {
  const [ours, baseline] = await readAlternately(
    [await toRead(lectern), await toRead(unchecked)],
    200,
    countSlices(extent),
  );
  return toRoundsRow('GET display with an access token (baseline: our server without the bearer check)', {
    ours: ours.rates,
    baseline: baseline.rates,
    toText: (value) => `${Math.round(value)} req/s`,
    atLeast: REQUIRED_READ_SHARE,
  });
}

async function measureRefreshes(
  lectern: BenchmarkServer,
  { rounds, seconds, folder }: BenchmarkExtent,
): Promise<ResultRow> {
  const { clientId, refreshTokens } = lectern.apps!;
  const ours: number[] = [];
  const baseline: number[] = [];
  let tokens = refreshTokens;
  for (let round = 0; round < rounds; round++) {
    const load: RefreshLoad = { port: lectern.port, clientId, tokens, seconds };
    const refreshed = await runProgram<RefreshLoadResult>('load', './load/refreshes.ts', load);
    tokens = refreshed.tokens;
    ours.push(refreshed.refreshesPerSecond);
    const options: RawRefresh = { transactions: TRANSACTIONS, warmTransactions: TRANSACTIONS / 2, directory: folder };
    const raw = await runProgram<RawRefreshResult>('server', './baselines/raw-refresh.ts', options);
    baseline.push(raw.transactionsPerSecond);
  }
  return {
    measure: `refreshes of ${APPS} apps (baseline: their storage operations, one after another)`,
    ours: `${median(ours)}/s`,
    baseline: `${median(baseline)}/s`,
    ratio: median(ours) / median(baseline),
    required: 'none',
    met: true,
  };
}

/** A Live of the user, read with the access token. */
async function toRead({ port, apps }: BenchmarkServer): Promise<HttpTarget> {
  const headers = { Authorization: `Bearer ${apps!.accessToken}` };
  const origin = `http://127.0.0.1:${port}`;
  const me = await fetch(`${origin}/v1/me`, { headers });
  const { account } = (await me.json()) as { account: { id: string } };
  const created = await fetch(`${origin}/v1/accounts/${account.id}/lives`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!created.ok) throw new Error(`a personal Live: ${created.status} ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  return { port, path: `/v1/lives/${id}/display`, headers };
}
