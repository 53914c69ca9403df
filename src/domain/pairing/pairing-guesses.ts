import { LecternError } from '../../contract/lectern-error.ts';
import { PAIRING_GUESSES_MAX, PAIRING_GUESSES_MINUTES, PAIRING_GUESSES_PER_HOUR_MAX } from '../../contract/limits.ts';
import type { AttemptCounter, Owner } from '../../storage/storage.ts';
import type { AttemptCounters } from '../attempt-counters.ts';

const HOUR_MINUTES = 60;

/** The client that submits a pairing code. */
export interface CodeSubmitter {
  /** The user, or a credential without a user. */
  readonly principal: string;
  /** The IP address, or its network. */
  readonly network: string;
  /** The owner for which the screen is looked for. */
  readonly owner: Pick<Owner, 'kind' | 'id'>;
}

/**
 * Limits wrong pairing codes by principal, and by network and owner, so that one owner cannot lock out others. Above a
 * total, refuses only owners that have submitted a wrong code within its window. [D61]
 */
export class PairingGuesses {
  readonly #counters: AttemptCounters;

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /**
   * Counts an attempt, calls `find`, and takes the attempt back if something was found. Counting first includes
   * concurrent attempts. Rejects with `rate_limited` without calling `find` if there were too many.
   */
  async tryCode<Found>(submitter: CodeSubmitter, find: () => Promise<Found | null>): Promise<Found | null> {
    const counted = await this.#count(submitter);
    const found = await find();
    if (found !== null) await this.#counters.release({ cleared: [], lowered: counted.map(({ key }) => key) });
    return found;
  }

  /** Returns the counters in which the attempt was counted. Throws `rate_limited`. */
  async #count({ principal, network, owner: { kind, id } }: CodeSubmitter): Promise<readonly AttemptCounter[]> {
    const recent = (max: number, ...names: string[]) => this.#counters.counter(names, max, PAIRING_GUESSES_MINUTES);
    const hourly = (max: number, ...names: string[]) => this.#counters.counter(names, max, HOUR_MINUTES);
    const own = [
      recent(PAIRING_GUESSES_MAX, 'pairing codes of principal', principal),
      recent(PAIRING_GUESSES_MAX, 'pairing codes of address and owner', network, kind, id),
    ];
    const ofOwner = (max: number) => hourly(max, 'pairing codes of owner', kind, id);
    const counters = [
      ...own,
      ofOwner(PAIRING_GUESSES_PER_HOUR_MAX),
      hourly(PAIRING_GUESSES_PER_HOUR_MAX, 'pairing codes'),
    ];
    if ((await this.#counters.take(counters)) === null) return counters;
    // Above the total, the first attempt of an owner is still allowed.
    const first = [...own, ofOwner(1)];
    const seconds = await this.#counters.take(first);
    if (seconds === null) return first;
    throw new LecternError('rate_limited', 'Too many wrong pairing codes.', { retryAfterSeconds: seconds });
  }
}
