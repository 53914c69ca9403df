/** Budgets count whole minutes. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** What a budget says of a key: `remaining` is negative for a request that is one too many. */
export interface RateLimitStatus {
  readonly remaining: number;
  /** At least 1. */
  readonly resetSeconds: number;
}

/** So many requests a minute for each key. [D10] */
export interface RateLimiter {
  readonly name: string;
  readonly limit: number;
  /** Counts one request. */
  consume(key: string): Promise<RateLimitStatus>;
  /** What is left as far as is known here, without counting. */
  get(key: string): RateLimitStatus;
  /** What is left for one who comes now, after all who came before, without counting. */
  peek(key: string): Promise<RateLimitStatus>;
}

/** Milliseconds that pass evenly, whatever happens to the time of day. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

/** A budget of this process alone. Memory is bounded: all keys are forgotten with the minute. */
export class LocalRateLimiter implements RateLimiter {
  readonly name: string;
  readonly limit: number;
  readonly #clock: MonotonicClock;
  #counts = new Map<string, { value: number }>();
  #endMs = 0;

  constructor(name: string, limit: number, clock: MonotonicClock = monotonicClock) {
    this.name = name;
    this.limit = limit;
    this.#clock = clock;
  }

  async consume(key: string): Promise<RateLimitStatus> {
    return this.consumeSync(key);
  }

  /** The same, at once. */
  consumeSync(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    this.#turn(nowMs);
    const count = this.#counts.get(key);
    if (count) return this.#toCharge(++count.value, nowMs);
    this.#counts.set(key, { value: 1 });
    return this.#toCharge(1, nowMs);
  }

  get(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    this.#turn(nowMs);
    return this.#toCharge(this.#counts.get(key)?.value ?? 0, nowMs);
  }

  async peek(key: string): Promise<RateLimitStatus> {
    return this.get(key);
  }

  /** One who came in the minute before counts in this one. */
  #turn(nowMs: number): void {
    if (nowMs < this.#endMs) return;
    this.#endMs = (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS;
    this.#counts = new Map();
  }

  #toCharge(count: number, nowMs: number): RateLimitStatus {
    return { remaining: this.limit - count, resetSeconds: toResetSeconds(this.#endMs - nowMs) };
  }
}

export const toResetSeconds = (leftMs: number): number =>
  Math.min(Math.max(1, Math.ceil(leftMs / 1000)), WINDOW_SECONDS);
