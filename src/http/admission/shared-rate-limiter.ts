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
const FORGET_MS = 60_000;

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
interface Account {
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
 * Rate limiter that all nodes share. A node reserves a block of requests and spends it in memory. Blocks shrink as the limit is
 * used up, so that little remains unused on a node, and have size 1 for limits up to 100. Requests for a key that arrive during a
 * call wait for it, and the next call covers all of them.
 *
 * While the database is unavailable the node counts alone. Memory is bounded because keys are removed after their window.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly name: string;
  readonly limit: number;
  readonly #take: TakeFromBudget;
  readonly #clock: MonotonicClock;
  readonly #alone: LocalRateLimiter;
  readonly #accounts = new Map<string, Account>();
  #forgetDueMs = 0;
  #askAgainMs = 0;

  constructor(name: string, limit: number, take: TakeFromBudget, clock: MonotonicClock = monotonicClock) {
    this.name = name;
    this.limit = limit;
    this.#take = take;
    this.#clock = clock;
    this.#alone = new LocalRateLimiter(name, limit, clock);
  }

  /** Rejects with the store's error, except for `unavailable`, which falls back to the local limiter. */
  async consume(key: string): Promise<RateLimitStatus> {
    return this.#enter(key, true);
  }

  async peek(key: string): Promise<RateLimitStatus> {
    return this.#enter(key, false);
  }

  get(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    const account = this.#accounts.get(key);
    return account && nowMs < account.endMs ? this.#toCharge(account, nowMs) : this.#alone.get(key);
  }

  async #enter(key: string, counts: boolean): Promise<RateLimitStatus> {
    const nowMs = this.#clock();
    this.#forgetEnded(nowMs);
    const known = this.#accounts.get(key);
    if (known && known.waiting.length === 0 && nowMs < known.endMs) {
      const charge = this.#answer(known, counts, nowMs);
      if (charge) return charge;
    }
    if (nowMs < this.#askAgainMs) return this.#answerAlone(key, counts);
    const account = known ?? { used: 0, left: 0, endMs: 0, waiting: [] };
    if (!known) this.#accounts.set(key, account);
    const waiter = { ...Promise.withResolvers<RateLimitStatus>(), counts };
    if (account.waiting.push(waiter) === 1) void this.#ask(key, account);
    return waiter.promise;
  }

  /** Sends batches until no request waits. */
  async #ask(key: string, account: Account): Promise<void> {
    while (account.waiting.length > 0) {
      // Measured before the call, so that a reservation never outlives its window.
      const sentMs = this.#clock();
      try {
        const wanted = () => {
          const charges = account.waiting.filter(({ counts }) => counts).length;
          return charges === 0 ? 0 : Math.max(this.#block(account), charges);
        };
        const grant = await this.#take(() => ({ name: this.name, key, limit: this.limit, wanted: wanted() }));
        this.#serve(account, grant, sentMs);
      } catch (error) {
        this.#fail(key, account, error);
      }
    }
  }

  #block({ used, endMs }: Account): number {
    const left = this.#clock() < endMs ? this.limit - used : 0;
    return Math.max(1, Math.min(Math.floor(left * BLOCK_PART_OF_LEFT), Math.ceil(this.limit * BLOCK_PART_OF_LIMIT)));
  }

  #serve(account: Account, { granted, used, resetSeconds }: BudgetGrant, sentMs: number): void {
    const nowMs = this.#clock();
    account.used = used;
    account.left = granted;
    account.endMs = sentMs + resetSeconds * 1000;
    // In order of arrival, so that a peek sees all earlier requests.
    for (let first = account.waiting[0]; first; first = account.waiting[0]) {
      const charge = this.#answer(account, first.counts, nowMs);
      if (!charge) return;
      account.waiting.shift();
      first.resolve(charge);
    }
  }

  #fail(key: string, account: Account, error: unknown): void {
    const waiting = account.waiting.splice(0);
    if (error instanceof LecternError && error.code === 'unavailable') {
      this.#askAgainMs = this.#clock() + RETRY_MS;
      for (const { counts, resolve } of waiting) resolve(this.#answerAlone(key, counts));
    } else {
      for (const waiter of waiting) waiter.reject(error);
    }
  }

  /** Returns undefined if the shared count must be queried. */
  #answer(account: Account, counts: boolean, nowMs: number): RateLimitStatus | undefined {
    if (!counts) return this.#toCharge(account, nowMs);
    if (account.left > 0) return this.#spend(account, nowMs);
    return account.used < this.limit ? undefined : this.#refusal(account, nowMs);
  }

  #answerAlone(key: string, counts: boolean): RateLimitStatus {
    return counts ? this.#alone.consumeSync(key) : this.#alone.get(key);
  }

  #spend(account: Account, nowMs: number): RateLimitStatus {
    account.left--;
    return this.#toCharge(account, nowMs);
  }

  #refusal(account: Account, nowMs: number): RateLimitStatus {
    return { ...this.#toCharge(account, nowMs), remaining: -1 };
  }

  #toCharge({ used, left, endMs }: Account, nowMs: number): RateLimitStatus {
    return { remaining: Math.max(0, this.limit - used) + left, resetSeconds: toResetSeconds(endMs - nowMs) };
  }

  #forgetEnded(nowMs: number): void {
    if (nowMs < this.#forgetDueMs) return;
    this.#forgetDueMs = nowMs + FORGET_MS;
    for (const [key, { endMs, waiting }] of this.#accounts) {
      if (endMs <= nowMs && waiting.length === 0) this.#accounts.delete(key);
    }
  }
}
