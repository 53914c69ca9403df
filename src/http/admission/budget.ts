/** Budgets count whole minutes. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;

/** What a budget says of a key: `remaining` is negative for a request that is one too many. */
export interface Charge {
  readonly remaining: number;
  /** At least 1. */
  readonly resetSeconds: number;
}

/** So many requests a minute for each key. [D10] */
export interface Budget {
  readonly name: string;
  readonly limit: number;
  /** Counts one request. */
  charge(key: string): Promise<Charge>;
  /** What is left as far as is known here, without counting. */
  read(key: string): Charge;
  /** What is left for one who comes now, after all who came before, without counting. */
  judge(key: string): Promise<Charge>;
}

/** Milliseconds that pass evenly, whatever happens to the time of day. */
export type Clock = () => number;

export const monotonicClock: Clock = () => performance.now();

/** A budget of this process alone. Memory is bounded: all keys are forgotten with the minute. */
export class LocalBudget implements Budget {
  readonly name: string;
  readonly limit: number;
  readonly #clock: Clock;
  #counts = new Map<string, { value: number }>();
  #endMs = 0;

  constructor(name: string, limit: number, clock: Clock = monotonicClock) {
    this.name = name;
    this.limit = limit;
    this.#clock = clock;
  }

  async charge(key: string): Promise<Charge> {
    return this.count(key);
  }

  /** The same, at once. */
  count(key: string): Charge {
    const nowMs = this.#clock();
    this.#turn(nowMs);
    const count = this.#counts.get(key);
    if (count) return this.#toCharge(++count.value, nowMs);
    this.#counts.set(key, { value: 1 });
    return this.#toCharge(1, nowMs);
  }

  read(key: string): Charge {
    const nowMs = this.#clock();
    this.#turn(nowMs);
    return this.#toCharge(this.#counts.get(key)?.value ?? 0, nowMs);
  }

  async judge(key: string): Promise<Charge> {
    return this.read(key);
  }

  /** One who came in the minute before counts in this one. */
  #turn(nowMs: number): void {
    if (nowMs < this.#endMs) return;
    this.#endMs = (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS;
    this.#counts = new Map();
  }

  #toCharge(count: number, nowMs: number): Charge {
    return { remaining: this.limit - count, resetSeconds: toResetSeconds(this.#endMs - nowMs) };
  }
}

export const toResetSeconds = (leftMs: number): number =>
  Math.min(Math.max(1, Math.ceil(leftMs / 1000)), WINDOW_SECONDS);
