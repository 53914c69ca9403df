/** The thread of pusher.ts. Says when it is connected, takes the number of pushes each, and says when they are done. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMilliseconds } from './clock.ts';
import { openPushChain } from './push-chain.ts';
import type { PusherThreadData } from './pusher-thread.ts';

const { port, requests, pushesEach, gapMilliseconds, figures } = workerData as PusherThreadData;
const count = requests.length * pushesEach;
const sentAt = new Float64Array(figures, 0, count);
const acknowledgedAfter = new Float64Array(figures, count * Float64Array.BYTES_PER_ELEMENT, count);
const chains = await Promise.all(requests.map((request) => openPushChain(port, request)));
/** The last push of each chain: its next one waits for it. */
const last: Promise<void>[] = chains.map(() => Promise.resolve());
let pushed = 0;

parentPort!.on('message', async (timesEach: number) => {
  let due = monotonicMilliseconds();
  for (const end = pushed + timesEach; pushed < end; pushed++) {
    for (let index = 0; index < chains.length; index++) {
      const wait = due - monotonicMilliseconds();
      if (wait > 0) await delay(wait);
      due += gapMilliseconds;
      last[index] = push(index, pushed, last[index]!);
    }
  }
  await Promise.all(last);
  parentPort!.postMessage('done');
});
parentPort!.postMessage('connected');

async function push(chain: number, number: number, before: Promise<void>): Promise<void> {
  await before;
  const place = chain * pushesEach + number;
  const start = monotonicMilliseconds();
  sentAt[place] = start;
  await chains[chain]!.push(number + 1);
  acknowledgedAfter[place] = monotonicMilliseconds() - start;
}
