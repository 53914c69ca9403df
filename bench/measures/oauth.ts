import type { RawSqliteResult } from '../baselines/raw-sqlite.ts';
import type { Extent } from '../extent.ts';
import type { LecternServer } from '../lectern-server.ts';
import { median } from '../load/quantile.ts';
import type { RefreshLoad, RefreshLoadResult } from '../load/refreshes.ts';
import { runProgram } from '../pinned-process.ts';
import { type Row, toRatioRow } from '../results.ts';
import { compareReads } from './compare-reads.ts';

/** Apps that are connected, and refresh at the same time. */
export const APPS = 16;
const REQUIRED_READ_SHARE = 0.7;
const REQUIRED_REFRESH_SHARE = 0.3;
const TRANSACTIONS = 2_000;

/**
 * Reads with an access token against node:http sending the same bytes, which asks nobody who comes; and refreshes, each of
 * which is one durable transaction, against transactions of node:sqlite one at a time on the same file system.
 */
export async function measureOauth(lectern: LecternServer, extent: Extent): Promise<Row[]> {
  const { clientId, accessToken, refreshTokens } = lectern.apps!;
  const authorization = { Authorization: `Bearer ${accessToken}` };
  const path = `/v1/lives/${await createPersonalLive(lectern.port, authorization)}/display`;
  const reads = await compareReads(
    { port: lectern.port, pid: lectern.pid, authorization },
    [{ name: 'GET display with an access token', path, status: 200 }],
    REQUIRED_READ_SHARE,
    extent,
  );
  const ours: number[] = [];
  const baseline: number[] = [];
  let tokens = refreshTokens;
  for (let round = 0; round < extent.rounds; round++) {
    const load: RefreshLoad = { port: lectern.port, clientId, tokens, seconds: extent.seconds };
    const refreshed = await runProgram<RefreshLoadResult>('load', './load/refreshes.ts', load);
    tokens = refreshed.tokens;
    ours.push(refreshed.refreshesPerSecond);
    const raw = await runProgram<RawSqliteResult>('server', './baselines/raw-sqlite.ts', {
      ...{ transactions: TRANSACTIONS, warmTransactions: TRANSACTIONS / 2, directory: extent.folder },
    });
    baseline.push(raw.transactionsPerSecond);
  }
  const row = toRatioRow(`refreshes of ${APPS} apps (baseline: one transaction at a time)`, {
    ours: median(ours),
    baseline: median(baseline),
    toText: (value) => `${value}/s`,
    atLeast: REQUIRED_REFRESH_SHARE,
  });
  return [...reads, row];
}

async function createPersonalLive(port: number, authorization: Record<string, string>): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const me = await fetch(`${origin}/v1/me`, { headers: authorization });
  const { account } = (await me.json()) as { account: { id: string } };
  const created = await fetch(`${origin}/v1/accounts/${account.id}/lives`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!created.ok) throw new Error(`a personal Live: ${created.status} ${await created.text()}`);
  return ((await created.json()) as { id: string }).id;
}
