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

/** Rows that are over and removed when a code is made: more than one, so that they become fewer. */
const ENDED_AT_ONCE = 20;
/** How soon it is worth to ask for a code again where too many wait. */
const FULL_RETRY_SECONDS = 30;

/** Where a browser asks from. */
export interface ScreenRequestOrigin {
  readonly address: string;
  /** The address, or the network of it, whose codes are counted together. */
  readonly network: string;
}

/** What a browser that waits holds: the code that it shows, and what proves that it is this browser. */
export interface ScreenSecret {
  readonly code: string;
  readonly secret: string;
}

/** A screen as a person sees it who confirms that it shows the code. */
export interface ScreenDescription {
  readonly address: string;
  /** Since when it shows the code, and until when the code can be used. */
  readonly since: string;
  readonly until: string;
}

/** Gives browsers that show a code the outputs that are made with it. [D61] */
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

  /** A new code for a browser; the one that it had before is over. Throws `rate_limited` where too many wait. */
  async begin(before: ScreenSecret | null, place: ScreenRequestOrigin): Promise<ScreenSecret> {
    const now = this.#clock();
    await this.#storage.waitingScreens.deleteExpired(toTime(now), ENDED_AT_ONCE);
    const secret = before && isOpaqueSecret(before.secret) ? before.secret : newOpaqueSecret();
    const limits = { perNetwork: PAIRING_CODES_PER_ADDRESS_MAX, inAll: PAIRING_CODES_MAX };
    for (;;) {
      const code = newCrockford(PAIRING_CODE_CHARACTERS);
      const screen: WaitingScreen = {
        ...place,
        secretHash: hashOpaqueSecret(secret),
        codeHash: this.#hash(code),
        createdAt: toTime(now),
        expiresAt: toTime(now + PAIRING_CODE_SECONDS * 1000),
      };
      const outcome = await this.#storage.waitingScreens.begin(screen, limits);
      if (outcome === 'begun') return { code, secret };
      if (outcome === 'full') {
        throw new LecternError('rate_limited', 'Too many screens wait to be paired.', {
          retryAfterSeconds: FULL_RETRY_SECONDS,
        });
      }
    }
  }

  /** What the browser has come to. Null where its code has expired, or another one replaced it. */
  async find({ code, secret }: ScreenSecret): Promise<ScreenState | null> {
    if (!isOpaqueSecret(secret)) return null;
    return this.#storage.waitingScreens.find(
      { secretHash: hashOpaqueSecret(secret), codeHash: this.#hash(code) },
      this.#now(),
    );
  }

  /** Tells which screen shows the code. Throws `invalid_pairing_code`, `rate_limited`. */
  async describe(typed: string, guesser: CodeSubmitter): Promise<ScreenDescription> {
    const { address, createdAt, expiresAt } = await this.#require(typed, guesser);
    return { address, since: createdAt, until: expiresAt };
  }

  /**
   * What an output is made with that the screen with the code is to show. The code is used when that is done, and else stays as it is.
   * Throws `invalid_pairing_code`, `rate_limited`.
   */
  async claim(typed: string, guesser: CodeSubmitter): Promise<PairingCodeUse> {
    const { codeHash } = await this.#require(typed, guesser);
    const now = this.#clock();
    return { codeHash, now: toTime(now), fetchUntil: toTime(now + PAIRING_CODE_SECONDS * 1000) };
  }

  async #require(typed: string, guesser: CodeSubmitter): Promise<WaitingScreen> {
    const code = parseCrockford(typed, PAIRING_CODE_CHARACTERS);
    const screen = await this.#guesses.judge(guesser, async () =>
      code === null ? null : this.#storage.waitingScreens.findWaiting(this.#hash(code), this.#now()),
    );
    if (!screen) throw new LecternError('invalid_pairing_code');
    return screen;
  }

  /** Keyed: 30 bits could be tried out by one who has a copy of the database. */
  #hash = (code: string): string => createHmac('sha256', this.#codeKey).update(code).digest('base64url');

  #now = (): string => toTime(this.#clock());
}
