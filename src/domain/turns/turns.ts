import { LecternError } from '../../contract/lectern-error.ts';
import {
  EXPENSIVE_PER_NODE_MAX,
  EXPENSIVE_PER_OWNER_MAX,
  EXPENSIVE_WAIT_MAX_SECONDS,
  EXPENSIVE_WAITING_PER_OWNER_MAX,
} from '../../contract/limits.ts';
import type { Owner } from '../../storage/storage.ts';
import { type TurnLimits, TurnQueue } from './turn-queue.ts';

/** The wait that a refusal recommends. */
const RETRY_SECONDS = 2;

export interface TurnOptions extends TurnLimits {
  /** The longest time that work waits. */
  readonly waitSeconds: number;
}

/** The turns of expensive operations. [D10] */
export const EXPENSIVE_OPERATIONS: TurnOptions = {
  running: EXPENSIVE_PER_NODE_MAX,
  runningPerOwner: EXPENSIVE_PER_OWNER_MAX,
  waitingPerOwner: EXPENSIVE_WAITING_PER_OWNER_MAX,
  waitSeconds: EXPENSIVE_WAIT_MAX_SECONDS,
};

/** Ends a turn. */
export type EndTurn = () => void;

/** Lets the expensive work of owners run in turns. Between two pieces of work the event loop serves others. [D10] */
export class Turns {
  readonly #queue: TurnQueue<() => void>;
  readonly #waitSeconds: number;

  constructor({ waitSeconds, ...limits }: TurnOptions) {
    this.#queue = new TurnQueue(limits);
    this.#waitSeconds = waitSeconds;
  }

  /**
   * Waits for a turn, and returns what ends it. Rejects with `rate_limited` if too much work of the owner waits, or if
   * it has waited too long. `patient` work has been admitted before and waits in any case.
   */
  async take({ kind, id }: Owner, { patient = false } = {}): Promise<EndTurn> {
    const owner = `${kind}/${id}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const outcome = this.#queue.enter(owner, resolve, patient ? Number.POSITIVE_INFINITY : undefined);
    if (outcome === 'refused') throw this.#refusal();
    if (outcome === 'waits') {
      const timer = patient
        ? undefined
        : setTimeout(() => {
            if (this.#queue.withdraw(owner, resolve)) reject(this.#refusal());
          }, this.#waitSeconds * 1_000);
      await promise.finally(() => clearTimeout(timer));
    }
    return () => void setImmediate(() => this.#queue.leave(owner)?.());
  }

  /** Runs work in a turn. Rejects like `take`. */
  async run<Result>(owner: Owner, work: () => Promise<Result>, options?: { patient: boolean }): Promise<Result> {
    const end = await this.take(owner, options);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #refusal(): LecternError {
    return new LecternError(
      'rate_limited',
      'Too much work of this account or organization is waiting on this server.',
      {
        retryAfterSeconds: RETRY_SECONDS,
      },
    );
  }
}
