import type { Extent } from '../extent.ts';
import { EDITION, type LecternServer } from '../lectern-server.ts';
import type { HttpLoad, HttpLoadResult } from '../load/http.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { runProgram } from '../pinned-process.ts';
import { type Row, toRoundsRow } from '../results.ts';

const REQUIRED_SHARE = { read: 0.9, push: 0.85 };
/** What an engine compiles, and where a process lies in memory, makes one of two like processes up to a sixth faster as long as it runs. */
const PAIRS = 4;
/** Short rounds of each pair: what is looked for is less than what a machine's speed, and a disk's the more, changes by in some seconds. */
const ROUNDS_FOR_EACH = { read: 1, push: 2 };
/** Some checkpoints. */
const PUSHES = 500;
/** Of the first round the most: the engine compiles meanwhile. */
const WARM_PUSHES = { first: 2_000, later: 100 };
const WARM_SECONDS = 0.5;
const ORDER = ['with', 'without'] as const;

/** Starts our server, and itself without what is measured, has both measured, and ends them. */
export type OnPair = (measure: (lectern: LecternServer, plain: LecternServer) => Promise<void>) => Promise<void>;

/** What budgets, audit and journal cost a request: our server against itself without them. */
export async function measureAddedCost(onPair: OnPair, { rounds, seconds }: Extent): Promise<Row[]> {
  const rates = {
    read: { with: [] as number[], without: [] as number[] },
    push: { with: [] as number[], without: [] as number[] },
  };
  type Kind = keyof typeof rates;
  for (let pair = 0; pair < PAIRS; pair++) {
    await onPair(async (lectern, plain) => {
      const servers = { with: lectern, without: plain };
      // Each goes first in half of the rounds.
      const inTurn = async (kind: Kind, measure: (server: LecternServer, round: number) => Promise<number>) => {
        for (let round = 0; round < rounds * ROUNDS_FOR_EACH[kind]; round++) {
          const order = (pair + round) % 2 === 0 ? ORDER : ORDER.toReversed();
          for (const key of order) rates[kind][key].push(await measure(servers[key], round));
        }
      };
      await inTurn('push', (server, round) => pushesOf(server, round === 0 ? WARM_PUSHES.first : WARM_PUSHES.later));
      await inTurn('read', (server) => readsOf(server, seconds / 2));
    });
  }
  return (['read', 'push'] as const).map((kind) =>
    toRoundsRow(`${kind} with budgets, audit and journal (baseline: without)`, {
      ours: rates[kind].with,
      baseline: rates[kind].without,
      toText: (value) => `${Math.round(value)}/s`,
      atLeast: REQUIRED_SHARE[kind],
    }),
  );
}

/** Acknowledged pushes a second, of one client. */
async function pushesOf(server: LecternServer, warmPushes: number): Promise<number> {
  const options: PushLoad = {
    port: server.port,
    requests: [server.pushRequest(await server.createLive())],
    pushes: PUSHES,
    warmPushes,
    numbers: EDITION.verses,
  };
  return (await runProgram<PushLoadResult>('load', './load/push.ts', options)).acknowledgedPerSecond;
}

/** Reads of a display a second. */
async function readsOf(server: LecternServer, seconds: number): Promise<number> {
  const options: HttpLoad = {
    port: server.port,
    path: server.displayPath(await server.createLive()),
    headers: server.authorization,
    seconds,
    warmSeconds: WARM_SECONDS,
  };
  return (await runProgram<HttpLoadResult>('load', './load/http.ts', options)).requestsPerSecond;
}
