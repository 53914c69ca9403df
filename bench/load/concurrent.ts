/**
 * Pushes at an even pace: first while nothing else happens, then while a command runs.
 *
 * Usage: `node beside.ts '{"port": 8080, "requests": [{…}], "calmPushes": 500, "command": ["cp", "a", "b"]}'`
 * (ConcurrentLoad). Prints one JSON line (ConcurrentLoadResult).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monotonicMilliseconds } from './clock.ts';
import type { PushRequest } from './push-chain.ts';
import { openPusherThread } from './pusher-thread.ts';
import { round } from './quantile.ts';

export type ConcurrentLoad = {
  port: number;
  /** One chain of pushes each. */
  requests: PushRequest[];
  /** Pushes of each chain before the command. */
  calmPushes: number;
  command: string[];
  env: Record<string, string>;
};

export type ConcurrentLoadResult = {
  /** Milliseconds until they were acknowledged, of the pushes before the command and of those during it. */
  calmMilliseconds: number[];
  besideMilliseconds: number[];
  /** How long the command took. */
  commandMilliseconds: number;
};

const GAP_MILLISECONDS = 4;
const WARM_PUSHES = 2;
/** Pushes of each chain between two checks whether the command has ended. */
const STEP_PUSHES = 1;
const PUSHES_EACH_MAX = 400;

const { port, requests, calmPushes, command, env } = JSON.parse(process.argv[2] ?? '{}') as ConcurrentLoad;
const pusher = await openPusherThread({
  port,
  requests,
  pushesEach: PUSHES_EACH_MAX,
  gapMilliseconds: GAP_MILLISECONDS,
});
await pusher.push(WARM_PUSHES);
const calmFrom = monotonicMilliseconds();
await pusher.push(calmPushes);

const from = monotonicMilliseconds();
const [file, ...words] = command;
const child = spawn(file!, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
let until = 0;
const ended = once(child, 'exit').then(([code]) => {
  until = monotonicMilliseconds();
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
});
while (until === 0) await pusher.push(STEP_PUSHES);
await ended;
await pusher.close();

const result: ConcurrentLoadResult = {
  calmMilliseconds: sentBetween(calmFrom, from),
  besideMilliseconds: sentBetween(from, until),
  commandMilliseconds: round(until - from),
};
console.log(JSON.stringify(result));

function sentBetween(begin: number, end: number): number[] {
  const { sentAt, acknowledgedAfter } = pusher;
  return Array.from(acknowledgedAfter.map(round)).filter((_, place) => {
    const at = sentAt[place]!;
    return at >= begin && at < end;
  });
}
