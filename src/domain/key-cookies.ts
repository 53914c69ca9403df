import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashCredentialSecret, isCredentialSecret } from './account/credentials/credential-secret.ts';

/** What an address with a key opens: an output or a remote link. `hash` is that of its key. */
interface Keyed {
  readonly id: string;
  readonly hash: string;
}

/** What a browser holds that has given a key. It ends when the key is replaced. [D60], [D68] */
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

/** Whether the key is that of the output or remote link. */
export const matchesKey = ({ hash }: Keyed, key: string): boolean =>
  isCredentialSecret(key) && isEqual(hash, hashCredentialSecret(key));

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
