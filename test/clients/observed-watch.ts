import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type WatchedLive,
  type WatchLiveOptions,
  type WatchStatus,
  watchLive,
} from '../../clients/typescript/src/index.ts';

/** Far more than anything takes that is waited for, on a loaded machine. */
const PATIENCE_MS = 60_000;

/** A watch that is followed to its end, and everything that it said. */
export interface ObservedWatch {
  /** Time at which the watch began, in milliseconds of this process's clock. */
  readonly startedMs: number;
  readonly states: WatchedLive[];
  readonly statuses: WatchStatus[];
  /** Most requests that were under way at one time. */
  readonly mostAtOnce: number;
  /** Resolves with what the watch ended with: null for an end without an error. */
  readonly ended: Promise<unknown>;
  /**
   * Resolves once the condition holds. It is checked after every state and status, for one caller at a time. Rejects
   * when the watch ends first.
   */
  until(condition: (watch: ObservedWatch) => boolean): Promise<void>;
  /** Aborts its signal, and demands that it ends without an error. */
  stop(): Promise<void>;
}

/** It ends with its test at the latest. */
export function observeWatch(t: TestContext, options: Omit<WatchLiveOptions, 'view'>): ObservedWatch {
  const startedMs = performance.now();
  const states: WatchedLive[] = [];
  const statuses: WatchStatus[] = [];
  const abort = new AbortController();
  let underWay = 0;
  let mostAtOnce = 0;
  let look = () => {};

  const follow = async (): Promise<unknown> => {
    const watch = watchLive({
      signal: abort.signal,
      ...options,
      fetch: async (request) => {
        mostAtOnce = Math.max(mostAtOnce, ++underWay);
        try {
          return await (options.fetch ?? fetch)(request);
        } finally {
          underWay--;
        }
      },
      onStatus: (status) => {
        statuses.push(status);
        look();
      },
    });
    try {
      for await (const state of watch) {
        states.push(state);
        look();
      }
      return null;
    } catch (error) {
      return error;
    }
  };

  const ended = follow();
  t.after(async () => {
    abort.abort();
    await ended;
  });
  const watch: ObservedWatch = {
    startedMs,
    states,
    statuses,
    get mostAtOnce() {
      return mostAtOnce;
    },
    ended,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) => {
          const heard = { states: states.map(({ type, sequence }) => [type, sequence]), statuses };
          reject(new Error(`${reason}: ${JSON.stringify(heard)}`));
        };
        const timer = setTimeout(fail, PATIENCE_MS, 'waited in vain');
        look = () => {
          if (!condition(watch)) return;
          clearTimeout(timer);
          resolve();
        };
        ended.then((error) => {
          clearTimeout(timer);
          fail(`the watch ended before (${error})`);
        });
        look();
      }),
    stop: async () => {
      abort.abort();
      assert.equal(await ended, null);
    },
  };
  return watch;
}

/** The failures that a watch retried, as status and code, or as the name of the error where there was no response. */
export const failuresOf = ({ statuses }: ObservedWatch): string[] =>
  statuses.flatMap((status) => {
    if (status.state !== 'retrying') return [];
    const { name, status: http, code } = status.error as Error & { status?: number; code?: string };
    return [http === undefined ? name : `${http} ${code}`];
  });
