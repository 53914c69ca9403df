import { LecternError } from '../../contract/lectern-error.ts';
import { PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES, PAIRING_GUESSES_PER_HOUR_MAX } from '../../contract/limits.ts';
import type { AttemptCounters } from '../attempt-counters.ts';

const HOUR_MINUTES = 60;

/** Who types a pairing code. */
export interface CodeSubmitter {
  /** A user, or a credential that is nobody's own. */
  readonly principal: string;
  /** An address, or the network of one. */
  readonly network: string;
}

/** Counts wrong pairing codes: of a principal, of an address, and of all. [D61] */
export class PairingGuesses {
  readonly #counters: AttemptCounters;

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /**
   * Counts the try before `find` looks, so that tries at the same time count too, and takes it back where something is found. Rejects
   * with `rate_limited`, having looked at nothing, where there were too many.
   */
  async judge<Found>({ principal, network }: CodeSubmitter, find: () => Promise<Found | null>): Promise<Found | null> {
    const counters = [
      this.#counters.counter(['pairing codes of principal', principal], PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES),
      this.#counters.counter(['pairing codes of address', network], PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES),
      this.#counters.counter(['pairing codes'], PAIRING_GUESSES_PER_HOUR_MAX, HOUR_MINUTES),
    ];
    const seconds = await this.#counters.take(counters);
    if (seconds !== null) {
      throw new LecternError('rate_limited', 'There were too many wrong pairing codes.', {
        retryAfterSeconds: seconds,
      });
    }
    const found = await find();
    if (found !== null) await this.#counters.release({ cleared: [], lowered: counters.map(({ key }) => key) });
    return found;
  }
}
