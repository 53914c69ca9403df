/**
 * Clients that push one change after another, each as soon as its one before is acknowledged.
 *
 * Usage: `node push.ts '{"port": 8080, "requests": [{…}], "pushes": 1000}'` (PushLoad). Prints one JSON line
 * (PushLoadResult).
 */
import { difference, readCpuMicroseconds } from './process-cost.ts';
import { openPushChain, type PushRequest } from './push-chain.ts';
import { quantile, round } from './quantile.ts';

export type PushLoad = {
  port: number;
  /** One client each. */
  requests: PushRequest[];
  /** Measured pushes of all clients together; default 1,000. */
  pushes?: number;
  /** Unmeasured pushes before; default 0. */
  warmPushes?: number;
  /** `{n}` begins at 1 with each client, and starts over after `numbers` (default: never). */
  numbers?: number;
  /**
   * Keeps this program's processor awake while it waits: waking it takes as long as a good part of a push, and with a
   * single client the server's processor then waits, too.
   */
  awake?: boolean;
  /** The server's process id, to read its CPU time. */
  pid?: number;
};

export type PushLoadResult = {
  acknowledgedPerSecond: number;
  pushes: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  serverMicrosecondsPerPush: number | null;
  /** This program's own cost; of no meaning when it is kept awake. */
  loadMicrosecondsPerPush: number;
};

const load = JSON.parse(process.argv[2] ?? '{}') as PushLoad;
const { port, pid, pushes = 1000, warmPushes = 0, numbers = Number.POSITIVE_INFINITY, awake = false } = load;
const clients = await Promise.all(
  load.requests.map(async (request) => ({ chain: await openPushChain(port, request), pushed: 0 })),
);
let latencies: number[] = [];
let finished = false;
if (awake) stayAwake();

await push(warmPushes);
latencies = [];
const cpuBefore = pid ? readCpuMicroseconds(pid) : null;
const ownBefore = process.cpuUsage();
const startedAt = performance.now();
await push(pushes);
const elapsed = performance.now() - startedAt;
const own = process.cpuUsage(ownBefore);
const cpu = difference(pid ? readCpuMicroseconds(pid) : null, cpuBefore);
finished = true;
for (const { chain } of clients) chain.close();

const result: PushLoadResult = {
  acknowledgedPerSecond: Math.round((pushes / elapsed) * 1000),
  pushes,
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
  serverMicrosecondsPerPush: cpu === null ? null : round(cpu / pushes),
  loadMicrosecondsPerPush: round((own.user + own.system) / pushes),
};
console.log(JSON.stringify(result));

/** The clients together push `count` times. */
async function push(count: number): Promise<void> {
  let begun = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (begun < count) {
        begun++;
        const before = performance.now();
        await client.chain.push(1 + (client.pushed++ % numbers));
        latencies.push(performance.now() - before);
      }
    }),
  );
}

function stayAwake(): void {
  if (!finished) setImmediate(stayAwake);
}
