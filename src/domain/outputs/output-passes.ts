import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OutputRecord } from '../../storage/storage.ts';

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

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
