import { type BenchmarkExtent, countSlices } from '../extent.ts';
import { type BenchmarkClient, type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { HttpTarget } from '../load/http.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { runProgram } from '../pinned-process.ts';
import { type ResultRow, toRoundsRow } from '../results.ts';
import { readAlternately } from './read-alternately.ts';

const REQUIRED_SHARE = { read: 0.9, push: 0.85 };
/** Short rounds: what is looked for is less than what a disk's speed changes by in some seconds. */
const PUSH_ROUNDS_FOR_EACH = 8;
/** Lines of the results for reads. */
const TURNS_FOR_EACH = 3;
/** Some checkpoints. */
const PUSHES = 500;
/** Highest in the first round, while the engine compiles. */
const WARM_PUSHES = { first: 2_000, later: 100 };

/** Cost of budgets, audit and journal for a request: our server against its twin without them. */
export async function measureAddedCost(lectern: BenchmarkServer, extent: BenchmarkExtent): Promise<ResultRow[]> {
  const pair = [lectern, lectern.twin];
  const pushes: [number[], number[]] = [[], []];
  for (let round = 0; round < extent.rounds * PUSH_ROUNDS_FOR_EACH; round++) {
    const warmPushes = round === 0 ? WARM_PUSHES.first : WARM_PUSHES.later;
    // Each goes first in half of the rounds.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) pushes[at]!.push(await pushesOf(pair[at]!, warmPushes));
  }
  return [toRow('push', pushes), toRow('read', await readsOf(lectern, extent))];
}

function toRow(kind: keyof typeof REQUIRED_SHARE, [ours, baseline]: readonly [number[], number[]]): ResultRow {
  return toRoundsRow(`${kind} with budgets, audit and journal (baseline: without)`, {
    ours,
    baseline,
    toText: (value) => `${Math.round(value)}/s`,
    atLeast: REQUIRED_SHARE[kind],
  });
}

/** Acknowledged pushes a second, of one client. */
async function pushesOf(server: BenchmarkClient, warmPushes: number): Promise<number> {
  const options: PushLoad = {
    port: server.port,
    requests: [server.pushRequest(await server.createLive())],
    pushes: PUSHES,
    warmPushes,
    numbers: EDITION.verses,
  };
  return (await runProgram<PushLoadResult>('load', './load/push.ts', options)).acknowledgedPerSecond;
}

/** Reads of a display a second, of each turn. */
async function readsOf(lectern: BenchmarkServer, extent: BenchmarkExtent): Promise<[number[], number[]]> {
  const pair = [await toRead(lectern), await toRead(lectern.twin)] as const;
  const [ours, baseline] = await readAlternately(pair, 200, TURNS_FOR_EACH * countSlices(extent));
  return [ours.rates, baseline.rates];
}

const toRead = async ({ port, authorization, createLive, displayPath }: BenchmarkClient): Promise<HttpTarget> => ({
  port,
  path: displayPath(await createLive()),
  headers: authorization,
});
