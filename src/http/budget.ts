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
  /** Counts one request. A promise only where other nodes have to be asked. */
  charge(key: string): Charge | Promise<Charge>;
  /** What is left, without counting. */
  read(key: string): Charge;
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
  #window = -1;

  constructor(name: string, limit: number, clock: Clock = monotonicClock) {
    this.name = name;
    this.limit = limit;
    this.#clock = clock;
  }

  charge(key: string): Charge {
    const nowMs = this.#turn();
    const count = this.#counts.get(key) ?? { value: 0 };
    if (++count.value === 1) this.#counts.set(key, count);
    return this.#toCharge(count.value, nowMs);
  }

  read(key: string): Charge {
    const nowMs = this.#turn();
    return this.#toCharge(this.#counts.get(key)?.value ?? 0, nowMs);
  }

  #turn(): number {
    const nowMs = this.#clock();
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    return nowMs;
  }

  #toCharge(count: number, nowMs: number): Charge {
    return { remaining: this.limit - count, resetSeconds: toResetSeconds((this.#window + 1) * WINDOW_MS - nowMs) };
  }
}

export const toResetSeconds = (leftMs: number): number => Math.max(1, Math.ceil(leftMs / 1000));
