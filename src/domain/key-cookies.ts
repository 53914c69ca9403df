import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashCredentialSecret, isCredentialSecret } from './account/credentials/credential-secret.ts';

/** An output or a remote link, which a URL with a key opens. `hash` is the hash of the key. */
interface Keyed {
  readonly id: string;
  readonly hash: string;
}

/**
 * Issues and checks the cookies of browsers that have given a key. A cookie becomes invalid when the key is replaced.
 * [D60], [D68]
 */
export class KeyCookies {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  toCookieValue({ id, hash }: Keyed): string {
    return createHmac('sha256', this.#key).update(`${id}\n${hash}`).digest('base64url');
  }

  admits(keyed: Keyed, pass: string | undefined): boolean {
    return isEqual(this.toCookieValue(keyed), pass ?? '');
  }
}

/** Returns true if the key belongs to the output or remote link. */
export const matchesKey = ({ hash }: Keyed, key: string): boolean =>
  isCredentialSecret(key) && isEqual(hash, hashCredentialSecret(key));

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
