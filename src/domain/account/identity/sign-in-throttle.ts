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

/** An attempt to sign in. */
export interface SignInAttempt {
  /** The e-mail address, typed or stored. It need not belong to a user. */
  readonly email: string;
  /** The IP address, or its network. */
  readonly address: string;
  /** Identifies a browser that has signed in to this user before; null for other browsers. */
  readonly knownBrowser: string | null;
}

/** A counted attempt, with the counters to release. */
interface CountedAttempt {
  readonly pair: readonly string[];
  readonly wide: readonly string[];
}

/**
 * Limits attempts with passwords and e-mail addresses across all nodes and restarts. Attempts are counted before they
 * are checked, so that concurrent ones count too. Flooding a user's sign-in temporarily locks out browsers that are new
 * to that user, but no browser that has signed in to the user before.
 */
export class SignInThrottle {
  readonly #counters: AttemptCounters;

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /** Counts an attempt to sign in. Returns the number of seconds to wait if there were too many. */
  async countSignIn({ email, address, knownBrowser }: SignInAttempt): Promise<CountedAttempt | number> {
    if (knownBrowser !== null) {
      const own = this.#counters.counter(['browser', email, knownBrowser], SIGN_IN_PAIR_FAILURES, SIGN_IN_PAIR_MINUTES);
      return (await this.#counters.take([own])) ?? { pair: [own.key], wide: [] };
    }
    const pair = this.#counters.counter(['pair', email, address], SIGN_IN_PAIR_FAILURES, SIGN_IN_PAIR_MINUTES);
    const user = this.#counters.counter(['user', email], SIGN_IN_USER_FAILURES, SIGN_IN_LONG_WINDOW_MINUTES);
    const from = this.#counters.counter(['address', address], SIGN_IN_ADDRESS_FAILURES, SIGN_IN_LONG_WINDOW_MINUTES);
    return (await this.#counters.take([pair, user, from])) ?? { pair: [pair.key], wide: [user.key, from.key] };
  }

  /** Clears the counters of a successful attempt. Failures of others stay counted. */
  async clear({ pair, wide }: CountedAttempt): Promise<void> {
    await this.#counters.release({ cleared: pair, lowered: wide });
  }

  /** Takes back an attempt that was not checked. */
  async release({ pair, wide }: CountedAttempt): Promise<void> {
    await this.#counters.release({ cleared: [], lowered: [...pair, ...wide] });
  }

  /** Returns null if a sign-up is allowed now, or the number of seconds to wait. */
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
   * Counts an attempt to enter a terminal's code; release it if the code is right. Sessions are counted by themselves,
   * so that others at the same IP address cannot use up the limit, and so are users, who can start new sessions.
   * Browsers without a session are counted by IP address.
   */
  async countTerminalCode(
    guesser: { sessionId: string; userId: string } | { address: string },
  ): Promise<CountedAttempt | number> {
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
