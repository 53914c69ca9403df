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

/** Requests a round trip. */
const CALL_MAX_REQUESTS = 256;
/** A node takes at most this part of a limit at once, and at most this part of what is left. */
const BLOCK_PART_OF_LIMIT = 1 / 100;
const BLOCK_PART_OF_LEFT = 1 / 32;
/** While the database does not answer, it is asked again this often. */
const RETRY_MS = 1_000;
const FORGET_MS = 60_000;

/** Asks all nodes' count. What it asks for is looked at when the call is made, not when it was ordered. */
export type TakeFromBudget = (request: () => BudgetRequest) => Promise<BudgetGrant>;

/** One call of the store for all that is asked for in one turn of the event loop. */
export function batchTakes(store: BudgetStore): TakeFromBudget {
  const loader = new DataLoader<() => BudgetRequest, BudgetGrant>(
    (requests) => store.take(requests.map((request) => request())),
    { cache: false, maxBatchSize: CALL_MAX_REQUESTS, batchScheduleFn: setImmediate },
  );
  return (request) => loader.load(request);
}

/** What this node knows of a key in the present minute. */
interface Account {
  /** Taken by all nodes together, `left` included. */
  used: number;
  /** Taken by this node and not spent yet. */
  left: number;
  /** Of the minute, by the clock of this node; never later than by that of the database. */
  endMs: number;
  /** Those who wait for the next answer, the first first. */
  readonly waiting: Waiter[];
}

type Waiter = PromiseWithResolvers<RateLimitStatus> & {
  /** False for one who is only judged. */
  readonly counts: boolean;
};

/**
 * A budget of all nodes together. A node takes a block at once and spends it in memory; blocks get smaller as the budget
 * is used up, so that hardly anything is left lying on a node, and are 1 for a limit of up to 100. While one call for a
 * key is under way, all who come wait for it, and the next one asks for all of them.
 *
 * Where the database does not answer, the node counts alone: what needs the database fails by itself. Memory is bounded:
 * keys are forgotten with the minute.
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

  /** Rejects with what the store rejects with, except `unavailable`. */
  async consume(key: string): Promise<RateLimitStatus> {
    return this.#enter(key, true);
  }

  /** The same. */
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

  /** Calls until nobody waits any more. */
  async #ask(key: string, account: Account): Promise<void> {
    while (account.waiting.length > 0) {
      // From before the call: what is granted must not outlive its minute.
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
    // In their order: whoever is only judged comes after all who came before.
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

  /** Undefined where all nodes have to be asked. */
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
