import { createHmac } from 'node:crypto';
import type { AttemptCounter, FailedAttemptStore } from '../storage/storage.ts';
import { type Clock, toTime } from './clock.ts';

const MINUTE_MS = 60_000;

/** Counts tries over all nodes and restarts. Keys are hashes by a key of the installation. */
export class AttemptCounters {
  readonly #tries: FailedAttemptStore;
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(tries: FailedAttemptStore, key: Buffer, clock: Clock) {
    this.#tries = tries;
    this.#key = key;
    this.#clock = clock;
  }

  /** Counts one more in each. Null where that is allowed; else none is counted, and the result is how many seconds to wait. */
  async take(counters: readonly AttemptCounter[]): Promise<number | null> {
    const now = this.#clock();
    const endsAt = await this.#tries.take(counters, toTime(now));
    return endsAt === null ? null : Math.max(1, Math.ceil((Date.parse(endsAt) - now) / 1000));
  }

  /** At most `max` tries in so many minutes of what is named. */
  counter(names: readonly string[], max: number, minutes: number): AttemptCounter {
    const key = createHmac('sha256', this.#key).update(JSON.stringify(names)).digest('base64url');
    return { key, max, endsAt: toTime(this.#clock() + minutes * MINUTE_MS) };
  }

  /** Forgets the counts of `cleared`, and one of each of `lowered`. */
  release(counts: { cleared: readonly string[]; lowered: readonly string[] }): Promise<void> {
    return this.#tries.release(counts);
  }
}
