import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OutputRecord } from '../../storage/storage.ts';
import { hashCredentialSecret, isCredentialSecret } from '../account/credentials/credential-secret.ts';

/** What a browser holds that has given the key of an output. It ends when the key is replaced. [D60] */
export class OutputPasses {
  readonly #key: Buffer;

  constructor(key: (purpose: string) => Buffer) {
    this.#key = key('output passes');
  }

  pass({ id, hash }: OutputRecord): string {
    return createHmac('sha256', this.#key).update(`${id}\n${hash}`).digest('base64url');
  }

  admits(output: OutputRecord, pass: string | undefined): boolean {
    return isEqual(this.pass(output), pass ?? '');
  }
}

/** Whether it is the key of the output. */
export const isOutputKey = ({ hash }: OutputRecord, key: string): boolean =>
  isCredentialSecret(key) && isEqual(hash, hashCredentialSecret(key));

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
