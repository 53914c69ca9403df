/** Length of a rate-limit window. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** State of a key in the current window. `remaining` is negative if the limit is exceeded. */
export interface RateLimitStatus {
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Fixed-window budget with `limit` requests per minute and key. [D10] */
export interface RateLimiter {
  readonly name: string;
  readonly limit: number;
  /** Counts one request and returns what remains. */
  consume(key: string): Promise<RateLimitStatus>;
  /** Returns what remains without counting a request, as far as this node knows. */
  get(key: string): RateLimitStatus;
  /** Returns what remains without counting a request, after all requests that are already queued. */
  peek(key: string): Promise<RateLimitStatus>;
}

/** Returns milliseconds of a clock that never jumps. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

/** Rate limiter of this process. Memory is bounded because each window starts with an empty map. */
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

  /** Like `consume`, but synchronous. */
  consumeSync(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    this.#startWindow(nowMs);
    const count = this.#counts.get(key);
    if (count) return this.#toStatus(++count.value, nowMs);
    this.#counts.set(key, { value: 1 });
    return this.#toStatus(1, nowMs);
  }

  get(key: string): RateLimitStatus {
    const nowMs = this.#clock();
    this.#startWindow(nowMs);
    return this.#toStatus(this.#counts.get(key)?.value ?? 0, nowMs);
  }

  async peek(key: string): Promise<RateLimitStatus> {
    return this.get(key);
  }

  /** Starts a new window if the current one has ended. */
  #startWindow(nowMs: number): void {
    if (nowMs < this.#endMs) return;
    this.#endMs = (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS;
    this.#counts = new Map();
  }

  #toStatus(count: number, nowMs: number): RateLimitStatus {
    return { remaining: this.limit - count, resetSeconds: toResetSeconds(this.#endMs - nowMs) };
  }
}

export const toResetSeconds = (leftMs: number): number =>
  Math.min(Math.max(1, Math.ceil(leftMs / 1000)), WINDOW_SECONDS);
