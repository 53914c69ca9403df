import { LecternError } from '../../contract/lectern-error.ts';
import { PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES, PAIRING_GUESSES_PER_HOUR_MAX } from '../../contract/limits.ts';
import type { AttemptCounters } from '../attempt-counters.ts';

const HOUR_MINUTES = 60;

/** The client that submits a pairing code. */
export interface CodeSubmitter {
  /** The user, or a credential without a user. */
  readonly principal: string;
  /** The IP address, or its network. */
  readonly network: string;
}

/** Limits wrong pairing codes by principal, by network and in total. [D61] */
export class PairingGuesses {
  readonly #counters: AttemptCounters;

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /**
   * Counts an attempt, calls `find`, and takes the attempt back if something was found. Counting first includes
   * concurrent attempts. Rejects with `rate_limited` without calling `find` if there were too many.
   */
  async tryCode<Found>(
    { principal, network }: CodeSubmitter,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const counters = [
      this.#counters.counter(['pairing codes of principal', principal], PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES),
      this.#counters.counter(['pairing codes of address', network], PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES),
      this.#counters.counter(['pairing codes'], PAIRING_GUESSES_PER_HOUR_MAX, HOUR_MINUTES),
    ];
    const seconds = await this.#counters.take(counters);
    if (seconds !== null) {
      throw new LecternError('rate_limited', 'Too many wrong pairing codes.', {
        retryAfterSeconds: seconds,
      });
    }
    const found = await find();
    if (found !== null) await this.#counters.release({ cleared: [], lowered: counters.map(({ key }) => key) });
    return found;
  }
}
