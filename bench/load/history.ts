/**
 * Reads of the history of a Live with one token at a steady pace, and its audience page on new connections meanwhile.
 *
 * Usage: `node history.ts '{"port": 8080, "liveId": "…", "authorization": {…}, "readsPerSecond": 60, "seconds": 20}'`
 * (HistoryLoad). Prints one JSON line (HistoryLoadResult).
 */

import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from './quantile.ts';

export type HistoryLoad = {
  port: number;
  liveId: string;
  authorization: Record<string, string>;
  readsPerSecond: number;
  seconds: number;
};
export type HistoryLoadResult = {
  /** Until the first byte of each page. */
  milliseconds: number[];
  /** Reads by their status. */
  statuses: Record<string, number>;
};

const PAGE_EVERY_MS = 50;

const { port, liveId, authorization, readsPerSecond, seconds } = JSON.parse(process.argv[2]!) as HistoryLoad;
const readers = new Agent({ keepAlive: true });

const ask = (path: string, agent: Agent | false, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: agent || new Agent(), headers }, (response) => {
      resolve(response.statusCode!);
      response.resume();
    }).once('error', reject);
  });

const statuses: Record<string, number> = {};
const milliseconds: number[] = [];
const endMs = performance.now() + seconds * 1_000;
const pending: Promise<void>[] = [];

async function every(pauseMs: number, work: () => Promise<void>): Promise<void> {
  for (let next = performance.now(); next < endMs; next += pauseMs) {
    await sleep(Math.max(0, next - performance.now()));
    pending.push(work());
  }
}

await Promise.all([
  every(1_000 / readsPerSecond, async () => {
    const status = await ask(`/v1/lives/${liveId}/history?limit=100`, readers, authorization);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }),
  every(PAGE_EVERY_MS, async () => {
    const begunMs = performance.now();
    const status = await ask(`/l/${liveId}`, false);
    if (status !== 200) throw new Error(`the audience page is ${status}`);
    milliseconds.push(round(performance.now() - begunMs));
  }),
]);
await Promise.all(pending);
readers.destroy();
console.log(JSON.stringify({ milliseconds, statuses } satisfies HistoryLoadResult));
