import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LiveRecord } from '../../../storage/storage.ts';
import { newCrockford, parseCrockford } from '../../crockford.ts';

type ProtectedLive = Pick<LiveRecord, 'id' | 'secretHash'>;

const CHARACTERS = 12;
const GROUP = 4;

/** Generates a secret of 60 random bits in its display form: 7K3M-9QFX-2TBA. [D20] */
export const newAudienceSecret = (): string =>
  newCrockford(CHARACTERS)
    .match(new RegExp(`.{${GROUP}}`, 'g'))!
    .join('-');

/** Normalizes a typed secret. Returns null if it does not have the form of a secret. */
const parseAudienceSecret = (text: string): string | null => parseCrockford(text, CHARACTERS);

/**
 * Hashes audience secrets and issues the admission cookies of viewers. Both use keys that are not in the database, so
 * that a copy of the database admits no one.
 */
export class AudienceSecrets {
  readonly #hashKey: Buffer;
  readonly #passKey: Buffer;

  constructor(key: (purpose: string) => Buffer) {
    this.#hashKey = key('audience secrets');
    this.#passKey = key('audience passes');
  }

  /** Returns the hash to store for a secret in its display form. */
  hash(liveId: string, secret: string): string {
    return digest(this.#hashKey, liveId, parseAudienceSecret(secret)!).toString('base64url');
  }

  /** Returns true if the typed text is the secret of the Live. */
  accepts({ id, secretHash }: ProtectedLive, typed: string): boolean {
    const meant = parseAudienceSecret(typed);
    if (secretHash === null || meant === null) return false;
    return timingSafeEqual(digest(this.#hashKey, id, meant), Buffer.from(secretHash, 'base64url'));
  }

  /** Returns the admission cookie value of a protected Live. It becomes invalid when the secret changes. */
  pass({ id, secretHash }: ProtectedLive): string {
    return digest(this.#passKey, id, secretHash!).toString('base64url');
  }

  /** Returns true if the Live is not protected or the admission cookie is valid. */
  admits(live: ProtectedLive, pass: string | undefined): boolean {
    if (live.secretHash === null) return true;
    const expected = Buffer.from(this.pass(live));
    const given = Buffer.from(pass ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

const digest = (key: Buffer, liveId: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${liveId}\n${text}`).digest();
