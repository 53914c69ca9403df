import type { RawPollAnswers } from '../baselines/raw-polls.ts';
import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import { median, quantile, round } from '../load/quantile.ts';
import type { ReconnectLoad, ReconnectLoadResult } from '../load/reconnect.ts';
import { runProgram } from '../pinned-process.ts';
import { recordPollAnswers, startRawPolls } from '../raw-polls-server.ts';
import type { ResultRow } from '../results.ts';
import { createPolledLives, POLLED_LIVES } from './polls.ts';

const REQUIRED_GROWTH = 5;
/** A storm is long. */
const ROUNDS_MAX = 2;
/** load/storm.ts changes each Live six times. */
const CHANGES = 6;

/**
 * All polls close and come again at once, while the Lives are being changed; beside it, what node:http makes of the
 * same storm.
 */
export async function measureReconnect(
  lectern: BenchmarkServer,
  { rounds, polls, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const recorded = await recordPollAnswers(lectern, await lectern.createLive(), CHANGES);
  const headers = lectern.authorization;
  const ours: ReconnectLoadResult[] = [];
  for (let index = 0; index < Math.min(rounds, ROUNDS_MAX); index++) {
    ours.push(await storm({ port: lectern.port, lives: await createPolledLives(lectern), polls, headers }));
  }
  const baseline = [await stormRaw(recorded, folder, polls, headers)];
  const growth = p99(ours, 'stormMilliseconds') / p99(ours, 'calmMilliseconds');
  const faults = ours.reduce((sum, result) => sum + countFaults(result), 0);
  const lasted = median(ours.map(({ stormLastedMilliseconds }) => stormLastedMilliseconds));
  return [
    {
      measure: `p99 of pushes in a storm of ${polls} polls (calm; times as long)`,
      ours: describe(ours),
      baseline: describe(baseline),
      ratio: null,
      required: `≤ ${REQUIRED_GROWTH} × calm`,
      met: growth <= REQUIRED_GROWTH,
    },
    {
      measure: `polls refused, cut off or not answered in ${ours.length} storms; how long a storm lasts`,
      ours: `${faults}; ${lasted} ms`,
      baseline: `${countFaults(baseline[0]!)}; ${baseline[0]!.stormLastedMilliseconds} ms`,
      ratio: null,
      required: '0',
      met: faults === 0,
    },
  ];
}

async function stormRaw(recorded: RawPollAnswers, folder: string, polls: number, headers: Record<string, string>) {
  const raw = await startRawPolls(recorded, folder);
  try {
    return await storm({ port: raw.port, lives: raw.lives(POLLED_LIVES), polls, headers });
  } finally {
    await raw.stop();
  }
}

const storm = (options: ReconnectLoad) => runProgram<ReconnectLoadResult>('load', './load/storm.ts', options);

/** Quantile over the pushes of all rounds, since one reconnect has few. */
const p99 = (results: ReconnectLoadResult[], name: 'calmMilliseconds' | 'stormMilliseconds') =>
  quantile(
    results.flatMap((result) => result[name]),
    0.99,
  );

function describe(results: ReconnectLoadResult[]): string {
  const calm = p99(results, 'calmMilliseconds');
  const stormy = p99(results, 'stormMilliseconds');
  return `${stormy} ms (${calm} ms; × ${round(stormy / calm)})`;
}

function countFaults({ lost, broken, refused }: ReconnectLoadResult): number {
  return Object.values(refused).reduce((sum, count) => sum + count, lost + broken);
}
