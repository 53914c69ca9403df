import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, isUnavailable, type Outcome, sendAndObserve } from './outcome.ts';
import { eventually, type KnownLive } from './pusher.ts';

/** Time that a loaded machine may add to a poll's own deadline. A stopped node adds its pause. */
const MARGIN_MS = 15_000;
const RETRY_MS = 100;

export interface WatchCounts {
  readonly polls: number;
  readonly changed: number;
  readonly heartbeats: number;
  readonly unavailable: number;
  readonly broken: number;
  readonly hung: number;
}

/** An operators' client that polls one node without a pause, goes on from its cursor whatever happens, and counts. */
export class Watcher {
  readonly origin: string;
  readonly live: KnownLive;
  /** The sequence of the latest known state; -1 before the first. */
  sequence = -1;
  /** Responses that there must not be. */
  readonly wrong: string[] = [];
  /** Ids of the polls whose connection broke. */
  readonly brokenIds: string[] = [];
  readonly #waitSeconds: number;
  readonly #limitMs: number;
  readonly #ending = new AbortController();
  readonly #counts = { polls: 0, changed: 0, heartbeats: 0, unavailable: 0, broken: 0, hung: 0 };
  readonly #running: Promise<void>;
  #cursor: string | null = null;

  /** Ends with the test at the latest. `pauseMs`: how long its node may stand still meanwhile. */
  constructor(
    t: TestContext,
    origin: string,
    live: KnownLive,
    options: { waitSeconds?: number; pauseMs?: number } = {},
  ) {
    const { waitSeconds = 5, pauseMs = 0 } = options;
    this.origin = origin;
    this.live = live;
    this.#waitSeconds = waitSeconds;
    this.#limitMs = waitSeconds * 1000 + pauseMs + MARGIN_MS;
    this.#running = this.#run();
    t.after(() => this.#ending.abort());
  }

  get counts(): WatchCounts {
    return this.#counts;
  }

  async comesTo(sequence: number): Promise<void> {
    await eventually(`the watcher of ${this.origin} comes from ${this.sequence} to ${sequence}`, () => {
      return this.sequence >= sequence;
    });
    assert.equal(this.sequence, sequence);
  }

  /** Gives up the poll that waits, and demands that nothing was wrong. */
  async stop(): Promise<WatchCounts> {
    this.#ending.abort();
    await this.#running;
    assert.deepEqual(this.wrong, []);
    assert.equal(this.#counts.hung, 0, 'polls hung');
    return this.#counts;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const after = this.#cursor === null ? '' : `?after=${this.#cursor}&wait=${this.#waitSeconds}`;
      const { token, liveId } = this.live;
      const url = `${this.origin}/v1/lives/${liveId}/events${after}`;
      const outcome = await sendAndObserve(url, { token, limitMs: this.#limitMs, signal });
      if (signal.aborted) return;
      if (!this.#take(outcome)) await sleep(RETRY_MS);
    }
  }

  /** False where there is nothing new to go on from. */
  #take(outcome: Outcome): boolean {
    if (outcome.kind === 'refused') return false;
    this.#counts.polls++;
    if (outcome.kind === 'broken') this.brokenIds.push(outcome.requestId);
    if (isUnavailable(outcome)) this.#counts.unavailable++;
    else if (outcome.kind !== 'responded') this.#counts[outcome.kind]++;
    else if (outcome.status !== 200) this.wrong.push(describe(outcome));
    else {
      const { type, sequence, cursor, data } = outcome.body;
      if (sequence < this.sequence) this.wrong.push(`went back from ${this.sequence} to ${sequence}`);
      if (type === 'live.changed' && sequence === this.sequence) this.wrong.push(`${sequence} was sent twice`);
      if (type === 'stream.heartbeat' && sequence !== this.sequence) this.wrong.push(`heartbeat of ${sequence}`);
      if (data && data.live.sequence !== sequence) this.wrong.push('a snapshot of two moments');
      if (type === 'stream.heartbeat') this.#counts.heartbeats++;
      else this.#counts.changed++;
      this.sequence = sequence;
      this.#cursor = encodeURIComponent(cursor);
      return true;
    }
    return false;
  }
}

/** Stops them, and adds up what they count. */
export async function stopWatchers(watchers: readonly Watcher[]): Promise<WatchCounts> {
  const all = await Promise.all(watchers.map((watcher) => watcher.stop()));
  const sum = (name: keyof WatchCounts) => all.reduce((total, counts) => total + counts[name], 0);
  return {
    polls: sum('polls'),
    changed: sum('changed'),
    heartbeats: sum('heartbeats'),
    unavailable: sum('unavailable'),
    broken: sum('broken'),
    hung: sum('hung'),
  };
}
