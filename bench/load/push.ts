/**
 * One client that pushes one change after another, each as soon as the one before is acknowledged.
 *
 * Usage: `node push.ts '{"port": 8080, "request": {…}, "pushes": 1000}'` (PushLoad). Prints one JSON line (PushLoadResult).
 */
import { difference, readCpuMicroseconds } from './process-cost.ts';
import { openPushChain, type PushRequest } from './push-chain.ts';
import { quantile, round } from './quantile.ts';

export type PushLoad = {
  port: number;
  request: PushRequest;
  /** Measured pushes; default 1,000. */
  pushes?: number;
  /** Unmeasured pushes before; default 0. */
  warmPushes?: number;
  /** `{n}` begins here (default 1) and starts over after `numbers` (default: never). */
  firstNumber?: number;
  numbers?: number;
  /** The server's process id, to read its CPU time. */
  pid?: number;
};

export type PushLoadResult = {
  acknowledgedPerSecond: number;
  pushes: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  serverMicrosecondsPerPush: number | null;
};

const load = JSON.parse(process.argv[2] ?? '{}') as PushLoad;
const { port, pid, pushes = 1000, warmPushes = 0, firstNumber = 1, numbers = Number.POSITIVE_INFINITY } = load;
const chain = await openPushChain(port, load.request);
const numberOf = (index: number) => firstNumber + (index % numbers);

for (let index = 0; index < warmPushes; index++) await chain.push(numberOf(index));

const latencies: number[] = [];
const cpuBefore = pid ? readCpuMicroseconds(pid) : null;
const startedAt = performance.now();
let last = startedAt;
for (let index = warmPushes; index < warmPushes + pushes; index++) {
  await chain.push(numberOf(index));
  const now = performance.now();
  latencies.push(now - last);
  last = now;
}
const cpu = difference(pid ? readCpuMicroseconds(pid) : null, cpuBefore);
chain.close();

const result: PushLoadResult = {
  acknowledgedPerSecond: Math.round((pushes / (last - startedAt)) * 1000),
  pushes,
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
  serverMicrosecondsPerPush: cpu === null ? null : round(cpu / pushes),
};
console.log(JSON.stringify(result));
