import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LiveRecord } from '../../storage/storage.ts';
import { newCrockford, parseCrockford } from '../crockford.ts';

const CHARACTERS = 12;
const GROUP = 4;

/** A new secret of 60 random bits, as it is shown: 7K3M-9QFX-2TBA. [D20] */
export const newAudienceSecret = (): string =>
  newCrockford(CHARACTERS)
    .match(new RegExp(`.{${GROUP}}`, 'g'))!
    .join('-');

/** What was meant by what somebody typed. Null for no secret. */
const parseAudienceSecret = (text: string): string | null => parseCrockford(text, CHARACTERS);

/** Keyed hashes of the audience's secrets, and the passes that admit whoever gave one. Without the keys a copy of the database opens nothing. */
export class AudienceSecrets {
  readonly #hashKey: Buffer;
  readonly #passKey: Buffer;

  constructor(key: (purpose: string) => Buffer) {
    this.#hashKey = key('audience secrets');
    this.#passKey = key('audience passes');
  }

  /** What is kept. The secret as it was shown. */
  hash(liveId: string, secret: string): string {
    return digest(this.#hashKey, liveId, parseAudienceSecret(secret)!).toString('base64url');
  }

  /** Whether it is the secret of the Live. */
  accepts({ id, secretHash }: LiveRecord, typed: string): boolean {
    const meant = parseAudienceSecret(typed);
    if (secretHash === null || meant === null) return false;
    return timingSafeEqual(digest(this.#hashKey, id, meant), Buffer.from(secretHash, 'base64url'));
  }

  /** What a viewer holds who gave the secret; it ends with the secret. Of a protected Live. */
  pass({ id, secretHash }: LiveRecord): string {
    return digest(this.#passKey, id, secretHash!).toString('base64url');
  }

  /** Whether the audience may see the Live: it is not protected, or this is its pass. */
  admits(record: LiveRecord, pass: string | undefined): boolean {
    if (record.secretHash === null) return true;
    const expected = Buffer.from(this.pass(record));
    const given = Buffer.from(pass ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

const digest = (key: Buffer, liveId: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${liveId}\n${text}`).digest();
