import { createHmac } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  PAIRING_CODE_CHARACTERS,
  PAIRING_CODE_SECONDS,
  PAIRING_CODES_MAX,
  PAIRING_CODES_PER_ADDRESS_MAX,
} from '../../contract/limits.ts';
import type { PairingCodeUse, ScreenState, Storage, WaitingScreen } from '../../storage/storage.ts';
import { AttemptCounters } from '../attempt-counters.ts';
import { type Clock, toTime } from '../clock.ts';
import { newCrockford, parseCrockford } from '../crockford.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../opaque-secret.ts';
import { type CodeSubmitter, PairingGuesses } from './pairing-guesses.ts';

/** The most expired codes that a new one deletes. More than one, so that their number decreases. */
const DELETED_AT_ONCE = 20;
/** The seconds to wait before another request if too many screens are waiting. */
const FULL_RETRY_SECONDS = 30;

/** The origin of a screen's request. */
export interface ScreenRequestOrigin {
  readonly address: string;
  /** The IP address or its network, for which codes are counted. */
  readonly network: string;
}

/** The state of a waiting browser: the code that it shows and the secret that identifies it. */
export interface ScreenSecret {
  readonly code: string;
  readonly secret: string;
}

/** A screen as described to the operator who confirms the code. */
export interface ScreenDescription {
  readonly address: string;
  /** The times from which and until which the code is valid. */
  readonly since: string;
  readonly until: string;
}

/** Assigns outputs to the browsers that show a pairing code. [D61] */
export class Pairing {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #codeKey: Buffer;
  readonly #guesses: PairingGuesses;

  constructor(storage: Storage, key: (purpose: string) => Buffer, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#codeKey = key('pairing codes');
    this.#guesses = new PairingGuesses(new AttemptCounters(storage.failedAttempts, key('failed tries'), clock));
  }

  /** Creates a code for a browser and ends its earlier one. Throws `rate_limited` if too many screens are waiting. */
  async begin(before: ScreenSecret | null, origin: ScreenRequestOrigin): Promise<ScreenSecret> {
    const now = this.#clock();
    await this.#storage.waitingScreens.deleteExpired(toTime(now), DELETED_AT_ONCE);
    const secret = before && isOpaqueSecret(before.secret) ? before.secret : newOpaqueSecret();
    const limits = { perNetwork: PAIRING_CODES_PER_ADDRESS_MAX, inAll: PAIRING_CODES_MAX };
    for (;;) {
      const code = newCrockford(PAIRING_CODE_CHARACTERS);
      const screen: WaitingScreen = {
        ...origin,
        secretHash: hashOpaqueSecret(secret),
        codeHash: this.#hash(code),
        createdAt: toTime(now),
        expiresAt: toTime(now + PAIRING_CODE_SECONDS * 1000),
      };
      const outcome = await this.#storage.waitingScreens.begin(screen, limits);
      if (outcome === 'begun') return { code, secret };
      if (outcome === 'full') {
        throw new LecternError('rate_limited', 'Too many screens are waiting to be paired.', {
          retryAfterSeconds: FULL_RETRY_SECONDS,
        });
      }
    }
  }

  /** Returns the state of a waiting screen, or null if its code has expired or was replaced. */
  async find({ code, secret }: ScreenSecret): Promise<ScreenState | null> {
    if (!isOpaqueSecret(secret)) return null;
    return this.#storage.waitingScreens.find(
      { secretHash: hashOpaqueSecret(secret), codeHash: this.#hash(code) },
      this.#now(),
    );
  }

  /** Describes the screen that shows the code. Throws `invalid_pairing_code` and `rate_limited`. */
  async describe(typed: string, submitter: CodeSubmitter): Promise<ScreenDescription> {
    const { address, createdAt, expiresAt } = await this.#require(typed, submitter);
    return { address, since: createdAt, until: expiresAt };
  }

  /**
   * Returns what `Outputs.create` needs to assign the output to the screen with the code. The code is consumed only
   * when the output is created. Throws `invalid_pairing_code` and `rate_limited`.
   */
  async claim(typed: string, submitter: CodeSubmitter): Promise<PairingCodeUse> {
    const { codeHash } = await this.#require(typed, submitter);
    const now = this.#clock();
    return { codeHash, now: toTime(now), fetchUntil: toTime(now + PAIRING_CODE_SECONDS * 1000) };
  }

  /** Ends the codes that wait in a network, whose open pages then show new ones. Returns the number of ended codes. */
  free(network: string): Promise<number> {
    return this.#storage.waitingScreens.endWaiting(network);
  }

  async #require(typed: string, submitter: CodeSubmitter): Promise<WaitingScreen> {
    const code = parseCrockford(typed, PAIRING_CODE_CHARACTERS);
    const screen = await this.#guesses.tryCode(submitter, async () =>
      code === null ? null : this.#storage.waitingScreens.findWaiting(this.#hash(code), this.#now()),
    );
    if (!screen) throw new LecternError('invalid_pairing_code');
    return screen;
  }

  /** Hashes a code with a key, because 30 bits could be brute-forced from a copy of the database. */
  #hash = (code: string): string => createHmac('sha256', this.#codeKey).update(code).digest('base64url');

  #now = (): string => toTime(this.#clock());
}
