import { Worker } from 'node:worker_threads';
import type { PushRequest } from './push-chain.ts';

export type PusherOptions = {
  port: number;
  /** One chain of pushes each, on a connection of its own. */
  requests: PushRequest[];
  /** Most pushes of each chain. */
  pushesEach: number;
  /** From one push to the next, whichever chain it is of. */
  gapMilliseconds: number;
};

/**
 * Pushes at even distances, however busy the thread is that reads what follows from them: its pauses are not the
 * server's. Figures of push `n` (from 0) of chain `i` stand at `i * pushesEach + n`.
 */
export type PusherThread = {
  /** When it was sent, of monotonicMilliseconds; 0: not yet. */
  sentAt: Float64Array;
  /** Milliseconds until it was acknowledged; 0: not yet. */
  acknowledgedAfter: Float64Array;
  /** Every chain pushes this many times more; resolves when all are acknowledged, rejects when one is refused. */
  push(timesEach: number): Promise<void>;
  close(): Promise<void>;
};

export type PusherThreadData = PusherOptions & { figures: SharedArrayBuffer };

export async function openPusherThread(options: PusherOptions): Promise<PusherThread> {
  const count = options.requests.length * options.pushesEach;
  const figures = new SharedArrayBuffer(2 * count * Float64Array.BYTES_PER_ELEMENT);
  const data: PusherThreadData = { ...options, figures };
  const thread = new Worker(new URL('./pusher-worker.ts', import.meta.url), { workerData: data });
  const answer = () =>
    new Promise<void>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
    });
  await answer();
  return {
    sentAt: new Float64Array(figures, 0, count),
    acknowledgedAfter: new Float64Array(figures, count * Float64Array.BYTES_PER_ELEMENT, count),
    async push(timesEach) {
      const done = answer();
      thread.postMessage(timesEach);
      await done;
      thread.removeAllListeners('error');
    },
    async close() {
      await thread.terminate();
    },
  };
}
