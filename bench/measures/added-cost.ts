import type { Extent } from '../extent.ts';
import { EDITION, type LecternServer } from '../lectern-server.ts';
import type { HttpLoad, HttpLoadResult } from '../load/http.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { runProgram } from '../pinned-process.ts';
import { type Row, toRoundsRow } from '../results.ts';

const REQUIRED_SHARE = { read: 0.9, push: 0.85 };
/** Many short rounds: what is looked for is less than what a machine's speed changes by in some seconds. */
const ROUNDS_FOR_EACH = 4;
const PUSHES = 600;
const WARM_PUSHES = 400;

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
  for (let round = 0; round < rounds * ROUNDS_FOR_EACH; round++) {
    for (const [key, server] of Object.entries(servers) as ['with' | 'without', LecternServer][]) {
      const liveId = await server.createLive();
      const pushed = await runProgram<PushLoadResult>('load', './load/push.ts', {
        port: server.port,
        requests: [server.pushRequest(liveId)],
        pushes: PUSHES,
        warmPushes: WARM_PUSHES,
        numbers: EDITION.verses,
      } satisfies PushLoad);
      rates.push[key].push(pushed.acknowledgedPerSecond);
      const small = await server.createLive();
      const read = await runProgram<HttpLoadResult>('load', './load/http.ts', {
        port: server.port,
        path: server.displayPath(small),
        headers: server.authorization,
        seconds: seconds / 2,
        warmSeconds: 0.5,
      } satisfies HttpLoad);
      rates.read[key].push(read.requestsPerSecond);
    }
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
