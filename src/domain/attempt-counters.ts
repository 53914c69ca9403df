import { createHmac } from 'node:crypto';
import type { AttemptCounter, FailedAttemptStore } from '../storage/storage.ts';
import { type Clock, toTime } from './clock.ts';

const MINUTE_MS = 60_000;

/** Counts attempts across all nodes and restarts. The keys are HMACs with a key of the installation. */
export class AttemptCounters {
  readonly #attempts: FailedAttemptStore;
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(store: FailedAttemptStore, key: Buffer, clock: Clock) {
    this.#attempts = store;
    this.#key = key;
    this.#clock = clock;
  }

  /**
   * Counts an attempt in each counter. Returns null if all allow it; otherwise counts none and returns the number of
   * seconds to wait.
   */
  async take(counters: readonly AttemptCounter[]): Promise<number | null> {
    const now = this.#clock();
    const endsAt = await this.#attempts.take(counters, toTime(now));
    return endsAt === null ? null : Math.max(1, Math.ceil((Date.parse(endsAt) - now) / 1000));
  }

  /** Returns a counter of at most `max` attempts per `minutes` for the named subject. */
  counter(names: readonly string[], max: number, minutes: number): AttemptCounter {
    const key = createHmac('sha256', this.#key).update(JSON.stringify(names)).digest('base64url');
    return { key, max, endsAt: toTime(this.#clock() + minutes * MINUTE_MS) };
  }

  /** Resets the counters in `cleared` and takes one attempt back from those in `lowered`. */
  release(counts: { cleared: readonly string[]; lowered: readonly string[] }): Promise<void> {
    return this.#attempts.release(counts);
  }
}
