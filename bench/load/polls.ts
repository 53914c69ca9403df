/**
 * Many long polls that wait on some Lives; the Lives change one after another, and each change is followed to each of
 * its polls. An answered poll is sent again at once, as an operator's client does.
 *
 * Usage: `node polls.ts '{"port": 8080, "lives": [{"path": "/v1/…/events", "change": {…}}], "polls": 10000}'`
 * (PollLoad). Prints one JSON line (PollLoadResult).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type ArrivedChange, PollCrowd } from './poll-crowd.ts';
import {
  difference,
  forgetPeak,
  readCpuMicroseconds,
  readPeakKibibytes,
  readResidentKibibytes,
} from './process-cost.ts';
import type { PushRequest } from './push-chain.ts';
import { openPusherThread } from './pusher-thread.ts';
import { median, quantile, round } from './quantile.ts';

export type PollLoad = {
  /** Where the changes are written. */
  port: number;
  /** Where the polls wait; default: there too. */
  pollPorts?: number[];
  lives: { path: string; change: PushRequest }[];
  polls: number;
  headers?: Record<string, string>;
  /** Measured changes of each Live; default 2. */
  changes?: number;
  /** Unmeasured ones before; default 1. */
  warmChanges?: number;
  /** From one change to the next, of whichever Live; default 10. */
  gapMilliseconds?: number;
  /** How long the waiting polls are watched before anything changes; default 0. */
  idleSeconds?: number;
  pid?: number;
};

export type PollLoadResult = {
  /** From just before a change was sent until an answer's last byte was read. */
  p50Milliseconds: number;
  p99Milliseconds: number;
  slowestMilliseconds: number;
  /** Until the last byte of the last of a change's polls; median over the changes. */
  lastPollMilliseconds: number;
  answers: number;
  /** Polls that never came to the last change of their Live. */
  lost: number;
  /** Changes that came to a poll together with the next one. */
  coalesced: number;
  /** Answers that brought nothing new. */
  repeated: number;
  refused: Record<string, number>;
  broken: number;
  bytesPerAnswer: number;
  /** The changes themselves, and the next poll of each answer, included. */
  serverMicrosecondsPerAnswer: number | null;
  /** This program's own cost: read it before believing a latency. */
  loadMicrosecondsPerAnswer: number;
  residentKibibytesPerPoll: number | null;
  /** By how much the server's memory was larger at its largest, during the measured changes, than just before. */
  peakGrowthMebibytes: number | null;
  /** Share of the idle time for which the server's process was on a CPU, and the heartbeats that it sent. */
  idle: { serverBusy: number; heartbeats: number } | null;
};

const OPENING_AT_ONCE = 64;
const SETTLE_MILLISECONDS = 1_500;
const STRAGGLER_WAIT_MILLISECONDS = 5_000;

const load = JSON.parse(process.argv[2] ?? '{}') as PollLoad;
const { port, lives, polls, headers = {}, changes = 2, warmChanges = 1, gapMilliseconds = 10, idleSeconds, pid } = load;
const pushesEach = warmChanges + changes;
const requests = lives.map(({ change }) => change);
const pusher = await openPusherThread({ port, requests, pushesEach, gapMilliseconds });

let latencies: number[] = [];
const lastOfChange = new Float64Array(lives.length * pushesEach);
let coalesced = 0;
let repeated = 0;
const onChange = ({ live, sequence, seen, at }: ArrivedChange) => {
  if (sequence <= seen) {
    repeated++;
    return;
  }
  coalesced += sequence - seen - 1;
  const place = live * pushesEach + sequence - crowd.learned[live]! - 1;
  const latency = at - pusher.sentAt[place]!;
  latencies.push(latency);
  if (latency > lastOfChange[place]!) lastOfChange[place] = latency;
};
const paths = lives.map(({ path }) => path);
const crowd = new PollCrowd({ ports: load.pollPorts ?? [port], paths, headers, onChange });
await crowd.learn();
const residentBefore = pid ? readResidentKibibytes(pid) : null;
await crowd.open(polls, OPENING_AT_ONCE);
await delay(SETTLE_MILLISECONDS);
const resident = difference(pid ? readResidentKibibytes(pid) : null, residentBefore);
const idle = pid && idleSeconds ? await watchIdle(pid, idleSeconds) : null;

await change(warmChanges, warmChanges);
latencies = [];
if (pid) forgetPeak(pid);
const peakBefore = pid ? readPeakKibibytes(pid) : null;
const serverBefore = pid ? readCpuMicroseconds(pid) : null;
const ownBefore = process.cpuUsage();
const bytesBefore = crowd.counts.bytes;
const lost = await change(changes, pushesEach);
const server = difference(pid ? readCpuMicroseconds(pid) : null, serverBefore);
const own = process.cpuUsage(ownBefore);
const perAnswer = (value: number) => round(value / Math.max(1, latencies.length));
const peakGrowth = difference(pid ? readPeakKibibytes(pid) : null, peakBefore);
crowd.close();
await pusher.close();

const result: PollLoadResult = {
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
  slowestMilliseconds: round(quantile(latencies, 1)),
  lastPollMilliseconds: round(
    median([...lastOfChange].filter((last, place) => last > 0 && place % pushesEach >= warmChanges)),
  ),
  answers: latencies.length,
  lost,
  coalesced,
  repeated,
  refused: crowd.counts.refused,
  broken: crowd.counts.broken,
  bytesPerAnswer: Math.round(perAnswer(crowd.counts.bytes - bytesBefore)),
  serverMicrosecondsPerAnswer: server === null ? null : perAnswer(server),
  loadMicrosecondsPerAnswer: perAnswer(own.user + own.system),
  residentKibibytesPerPoll: resident === null ? null : round(resident / polls),
  peakGrowthMebibytes: peakGrowth === null ? null : round(peakGrowth / 1024),
  idle,
};
console.log(JSON.stringify(result));

/**
 * Changes each Live `times` times, then `inAll` since the start; answers how many polls never came to the last change.
 */
async function change(times: number, inAll: number): Promise<number> {
  await pusher.push(times);
  const expected = crowd.learned.map((sequence) => sequence + inAll);
  const deadline = performance.now() + STRAGGLER_WAIT_MILLISECONDS;
  while (crowd.countBehind(expected) > 0 && performance.now() < deadline) await delay(5);
  return crowd.countBehind(expected);
}

async function watchIdle(server: number, seconds: number) {
  const before = readCpuMicroseconds(server);
  const { heartbeats } = crowd.counts;
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const microseconds = difference(readCpuMicroseconds(server), before);
  const elapsed = (performance.now() - startedAt) * 1000;
  if (microseconds === null) return null;
  return { serverBusy: round(microseconds / elapsed), heartbeats: crowd.counts.heartbeats - heartbeats };
}
