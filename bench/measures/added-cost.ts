import type { Extent } from '../extent.ts';
import { EDITION, type LecternServer } from '../lectern-server.ts';
import type { HttpLoad, HttpLoadResult } from '../load/http.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { runProgram } from '../pinned-process.ts';
import { type Row, toRoundsRow } from '../results.ts';

const REQUIRED_SHARE = { read: 0.9, push: 0.85 };
/** Many short rounds: what is looked for is less than what a machine's speed, and a disk's the more, changes by in some seconds. */
const ROUNDS_FOR_EACH = { read: 4, push: 8 };
/** Some checkpoints. */
const PUSHES = 500;
/** Of the first round the most: the engine compiles meanwhile. */
const WARM_PUSHES = { first: 2_000, later: 100 };

/** What budgets, audit and journal cost a request: our server against itself without them. */
export async function measureAddedCost(
  lectern: LecternServer,
  plain: LecternServer,
  { rounds, seconds }: Extent,
): Promise<Row[]> {
  const rates = {
    read: { with: [] as number[], without: [] as number[] },
    push: { with: [] as number[], without: [] as number[] },
  };
  const servers = { with: lectern, without: plain };
  // Each goes first in half of the rounds.
  const inTurn = async (kind: 'read' | 'push', measure: (server: LecternServer, round: number) => Promise<number>) => {
    for (let round = 0; round < rounds * ROUNDS_FOR_EACH[kind]; round++) {
      for (const key of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        rates[kind][key].push(await measure(servers[key], round));
      }
    }
  };
  await inTurn('push', async (server, round) => {
    const pushed = await runProgram<PushLoadResult>('load', './load/push.ts', {
      port: server.port,
      requests: [server.pushRequest(await server.createLive())],
      pushes: PUSHES,
      warmPushes: round === 0 ? WARM_PUSHES.first : WARM_PUSHES.later,
      numbers: EDITION.verses,
    } satisfies PushLoad);
    return pushed.acknowledgedPerSecond;
  });
  await inTurn('read', async (server) => {
    const read = await runProgram<HttpLoadResult>('load', './load/http.ts', {
      port: server.port,
      path: server.displayPath(await server.createLive()),
      headers: server.authorization,
      seconds: seconds / 2,
      warmSeconds: 0.5,
    } satisfies HttpLoad);
    return read.requestsPerSecond;
  });
  return (['read', 'push'] as const).map((kind) =>
    toRoundsRow(`${kind} with budgets, audit and journal (baseline: without)`, {
      ours: rates[kind].with,
      baseline: rates[kind].without,
      toText: (value) => `${Math.round(value)}/s`,
      atLeast: REQUIRED_SHARE[kind],
    }),
  );
}
