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

/** How work waits for its turn. */
export interface Wait {
  /** Waits behind other work of the owner and does not take its places. */
  readonly background?: boolean;
  /** The work has been admitted before: it is neither refused nor late. */
  readonly patient?: boolean;
  /** Ends the wait with a refusal. */
  readonly signal?: AbortSignal;
}

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
   * it has waited too long.
   */
  async take({ kind, id }: Owner, { patient = false, background, signal }: Wait = {}): Promise<EndTurn> {
    const owner = `${kind}/${id}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waitingMax = patient ? Number.POSITIVE_INFINITY : undefined;
    const outcome = signal?.aborted ? 'refused' : this.#queue.enter(owner, resolve, { waitingMax, background });
    if (outcome === 'refused') throw this.#refusal();
    if (outcome === 'waits') {
      const giveUp = () => {
        if (this.#queue.withdraw(owner, resolve)) reject(this.#refusal());
      };
      const timer = patient ? undefined : setTimeout(giveUp, this.#waitSeconds * 1_000);
      signal?.addEventListener('abort', giveUp);
      await promise.finally(() => clearTimeout(timer));
    }
    return this.#toEnd(owner);
  }

  /** Takes a turn that needs no wait, and returns what ends it. Returns null if all are taken. */
  tryTake({ kind, id }: Owner): EndTurn | null {
    const owner = `${kind}/${id}`;
    return this.#queue.enter(owner, () => {}, { waitingMax: 0 }) === 'runs' ? this.#toEnd(owner) : null;
  }

  #toEnd(owner: string): EndTurn {
    return () => void setImmediate(() => this.#queue.leave(owner)?.());
  }

  /** Runs work in a turn. Rejects like `take`. */
  async run<Result>(owner: Owner, work: () => Promise<Result>, wait?: Wait): Promise<Result> {
    const end = await this.take(owner, wait);
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
