import {
  RECOVERIES_PER_HOUR_OF_ADDRESS,
  RECOVERIES_PER_HOUR_OF_USER,
  SIGN_IN_ADDRESS_FAILURES,
  SIGN_IN_LONG_WINDOW_MINUTES,
  SIGN_IN_PAIR_FAILURES,
  SIGN_IN_PAIR_MINUTES,
  SIGN_IN_USER_FAILURES,
  SIGN_UPS_PER_HOUR,
  TERMINAL_GUESSES_PER_MINUTE,
  TERMINAL_GUESSES_PER_MINUTE_OF_USER,
} from '../../../contract/limits.ts';
import type { AttemptCounters } from '../../attempt-counters.ts';

/** Who tries to sign in. */
export interface SignInAttempt {
  /** As it was typed or is kept; nobody needs to have it. */
  readonly email: string;
  /** Where it comes from: an address, or the network of one. */
  readonly address: string;
  /** What tells a browser that has signed in to this user before from others; null for one that has not. */
  readonly knownBrowser: string | null;
}

/** A try that has been counted; what it is given back by. */
interface CountedTry {
  readonly pair: readonly string[];
  readonly wide: readonly string[];
}

/**
 * Counts what is tried with passwords and e-mail addresses, over all nodes and restarts, before it is judged, so that tries at
 * the same time count too. Whoever floods a user's sign-in locks out browsers that are new to that user for a while, and no
 * browser that has signed in to the user before.
 */
export class SignInThrottle {
  readonly #counters: AttemptCounters;

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /** A number: for so many seconds nothing of this kind is judged, right or wrong. */
  async countSignIn({ email, address, knownBrowser }: SignInAttempt): Promise<CountedTry | number> {
    if (knownBrowser !== null) {
      const own = this.#counters.counter(['browser', email, knownBrowser], SIGN_IN_PAIR_FAILURES, SIGN_IN_PAIR_MINUTES);
      return (await this.#counters.take([own])) ?? { pair: [own.key], wide: [] };
    }
    const pair = this.#counters.counter(['pair', email, address], SIGN_IN_PAIR_FAILURES, SIGN_IN_PAIR_MINUTES);
    const user = this.#counters.counter(['user', email], SIGN_IN_USER_FAILURES, SIGN_IN_LONG_WINDOW_MINUTES);
    const from = this.#counters.counter(['address', address], SIGN_IN_ADDRESS_FAILURES, SIGN_IN_LONG_WINDOW_MINUTES);
    return (await this.#counters.take([pair, user, from])) ?? { pair: [pair.key], wide: [user.key, from.key] };
  }

  /** It was right: only the failures of others are left. */
  async clear({ pair, wide }: CountedTry): Promise<void> {
    await this.#counters.release({ cleared: pair, lowered: wide });
  }

  /** It was not judged. */
  async release({ pair, wide }: CountedTry): Promise<void> {
    await this.#counters.release({ cleared: [], lowered: [...pair, ...wide] });
  }

  /** Null where it may be done now, else for how many seconds not. */
  countSignUp(address: string): Promise<number | null> {
    return this.#counters.take([this.#counters.counter(['sign-up', address], SIGN_UPS_PER_HOUR, 60)]);
  }

  countRecovery(email: string, address: string): Promise<number | null> {
    return this.#counters.take([
      this.#counters.counter(['recovery', email], RECOVERIES_PER_HOUR_OF_USER, 60),
      this.#counters.counter(['recoveries', address], RECOVERIES_PER_HOUR_OF_ADDRESS, 60),
    ]);
  }

  /**
   * For the code of a terminal that somebody has typed; to be given back for a right one. A session has a count of its own, so that
   * others behind its address cannot use it up, and so has its user, who can sign in again and again. A browser without a session can
   * come as new each time, so its address counts.
   */
  async countTerminalCode(
    guesser: { sessionId: string; userId: string } | { address: string },
  ): Promise<CountedTry | number> {
    const counters =
      'sessionId' in guesser
        ? [
            this.#counters.counter(['terminal code', guesser.sessionId], TERMINAL_GUESSES_PER_MINUTE, 1),
            this.#counters.counter(['terminal codes of user', guesser.userId], TERMINAL_GUESSES_PER_MINUTE_OF_USER, 1),
          ]
        : [this.#counters.counter(['terminal codes', guesser.address], TERMINAL_GUESSES_PER_MINUTE, 1)];
    return (await this.#counters.take(counters)) ?? { pair: [], wide: counters.map(({ key }) => key) };
  }
}
