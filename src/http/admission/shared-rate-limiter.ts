import DataLoader from 'dataloader';
import { LecternError } from '../../contract/lectern-error.ts';
import type { BudgetGrant, BudgetRequest, BudgetStore } from '../../storage/storage.ts';
import {
  LocalRateLimiter,
  type MonotonicClock,
  monotonicClock,
  type RateLimiter,
  type RateLimitStatus,
  toResetSeconds,
} from './rate-limiter.ts';

/** Requests per round trip to the database. */
const CALL_MAX_REQUESTS = 256;
/** A node reserves at most this fraction of the limit at once, and at most this fraction of what remains. */
const BLOCK_PART_OF_LIMIT = 1 / 100;
const BLOCK_PART_OF_LEFT = 1 / 32;
/** Interval between attempts while the database is unavailable. */
const RETRY_MS = 1_000;
const CLEANUP_MS = 60_000;

/** Takes from the count that all nodes share. `request` is evaluated when the batch is sent, not when it is queued. */
export type TakeFromBudget = (request: () => BudgetRequest) => Promise<BudgetGrant>;

/** Batches the requests of one event-loop tick into one call of the store. */
export function batchTakes(store: BudgetStore): TakeFromBudget {
  const loader = new DataLoader<() => BudgetRequest, BudgetGrant>(
    (requests) => store.take(requests.map((request) => request())),
    { cache: false, maxBatchSize: CALL_MAX_REQUESTS, batchScheduleFn: setImmediate },
  );
  return (request) => loader.load(request);
}

/** State of a key on this node in the current window. */
interface KeyState {
  /** Requests that all nodes have reserved, including `left`. */
  used: number;
  /** Requests that this node has reserved and not yet used. */
  left: number;
  /** End of the window on this node's clock, never later than on the database's clock. */
  endMs: number;
  /** Requests that wait for the next reservation, in order of arrival. */
  readonly waiting: Waiter[];
}

type Waiter = PromiseWithResolvers<RateLimitStatus> & {
  /** False for a peek, which does not count. */
  readonly counts: boolean;
};

/**
 * Rate limiter that all nodes share. A node reserves a block of requests and spends it in memory. Blocks shrink as the
 * limit is used up, so that little remains unused on a node, and have size 1 for limits up to 100. Requests for a key
 * that arrive during a call wait for it, and the next call covers all of them.
 *
 * While the database is unavailable the node counts alone. Memory is bounded because keys are removed after their
 * window.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly name: string;
  readonly limit: number;
  readonly #take: TakeFromBudget;
  readonly #clock: MonotonicClock;
  readonly #fallback: LocalRateLimiter;
  readonly #states = new Map<string, KeyState>();
  #nextCleanupMs = 0;
  #retryAtMs = 0;

  constructor(name: string, limit: number, take: TakeFromBudget, clock: MonotonicClock = monotonicClock) {
    this.name = name;
    this.limit = limit;
    this.#take = take;
    this.#clock = clock;
    this.#fallback = new LocalRateLimiter(name, limit, clock);
  }

  /** Rejects with the store's error, except for `unavailable`, which falls back to the local limiter. */
  async consume(key: string): Promise<RateLimitStatus> {
    return this.#admit(key, true);
  }

  async peek(key: string): Promise<RateLimitStatus> {
    return this.#admit(key, false);
  }

  get(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    const state = this.#states.get(key);
    return state && nowMs < state.endMs ? this.#toStatus(state, nowMs) : this.#fallback.get(key);
  }

  async #admit(key: string, counts: boolean): Promise<RateLimitStatus> {
    const nowMs = this.#clock();
    this.#deleteExpired(nowMs);
    const known = this.#states.get(key);
    if (known && known.waiting.length === 0 && nowMs < known.endMs) {
      const status = this.#resolve(known, counts, nowMs);
      if (status) return status;
    }
    if (nowMs < this.#retryAtMs) return this.#resolveLocally(key, counts);
    const state = known ?? { used: 0, left: 0, endMs: 0, waiting: [] };
    if (!known) this.#states.set(key, state);
    const waiter = { ...Promise.withResolvers<RateLimitStatus>(), counts };
    if (state.waiting.push(waiter) === 1) void this.#requestGrants(key, state);
    return waiter.promise;
  }

  /** Sends batches until no request waits. */
  async #requestGrants(key: string, state: KeyState): Promise<void> {
    while (state.waiting.length > 0) {
      // Measured before the call, so that a reservation never outlives its window.
      const sentMs = this.#clock();
      try {
        const wanted = () => {
          const counted = state.waiting.filter(({ counts }) => counts).length;
          return counted === 0 ? 0 : Math.max(this.#block(state), counted);
        };
        const grant = await this.#take(() => ({ name: this.name, key, limit: this.limit, wanted: wanted() }));
        this.#applyGrant(state, grant, sentMs);
      } catch (error) {
        this.#fail(key, state, error);
      }
    }
  }

  #block({ used, endMs }: KeyState): number {
    const left = this.#clock() < endMs ? this.limit - used : 0;
    return Math.max(1, Math.min(Math.floor(left * BLOCK_PART_OF_LEFT), Math.ceil(this.limit * BLOCK_PART_OF_LIMIT)));
  }

  #applyGrant(state: KeyState, { granted, used, resetSeconds }: BudgetGrant, sentMs: number): void {
    const nowMs = this.#clock();
    state.used = used;
    state.left = granted;
    state.endMs = sentMs + resetSeconds * 1000;
    // In order of arrival, so that a peek sees all earlier requests.
    for (let first = state.waiting[0]; first; first = state.waiting[0]) {
      const status = this.#resolve(state, first.counts, nowMs);
      if (!status) return;
      state.waiting.shift();
      first.resolve(status);
    }
  }

  #fail(key: string, state: KeyState, error: unknown): void {
    const waiting = state.waiting.splice(0);
    if (error instanceof LecternError && error.code === 'unavailable') {
      this.#retryAtMs = this.#clock() + RETRY_MS;
      for (const { counts, resolve } of waiting) resolve(this.#resolveLocally(key, counts));
    } else {
      for (const waiter of waiting) waiter.reject(error);
    }
  }

  /** Returns undefined if the shared count must be queried. */
  #resolve(state: KeyState, counts: boolean, nowMs: number): RateLimitStatus | undefined {
    if (!counts) return this.#toStatus(state, nowMs);
    if (state.left > 0) return this.#spend(state, nowMs);
    return state.used < this.limit ? undefined : this.#exceeded(state, nowMs);
  }

  #resolveLocally(key: string, counts: boolean): RateLimitStatus {
    return counts ? this.#fallback.consumeSync(key) : this.#fallback.get(key);
  }

  #spend(state: KeyState, nowMs: number): RateLimitStatus {
    state.left--;
    return this.#toStatus(state, nowMs);
  }

  #exceeded(state: KeyState, nowMs: number): RateLimitStatus {
    return { ...this.#toStatus(state, nowMs), remaining: -1 };
  }

  #toStatus({ used, left, endMs }: KeyState, nowMs: number): RateLimitStatus {
    return { remaining: Math.max(0, this.limit - used) + left, resetSeconds: toResetSeconds(endMs - nowMs) };
  }

  #deleteExpired(nowMs: number): void {
    if (nowMs < this.#nextCleanupMs) return;
    this.#nextCleanupMs = nowMs + CLEANUP_MS;
    for (const [key, { endMs, waiting }] of this.#states) {
      if (endMs <= nowMs && waiting.length === 0) this.#states.delete(key);
    }
  }
}
