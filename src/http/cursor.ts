import { createHmac, timingSafeEqual } from 'node:crypto';
import { CURSOR_MAX_CHARACTERS } from '../contract/limits.ts';

const SIGNATURE_BYTES = 16;

/**
 * Opaque cursors that only this installation can make: a JSON value, signed, in base64url. The purpose is part of what
 * is signed, so that a cursor of one collection is not one of another. A cursor carries no authority.
 */
export class CursorSigner {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  sign(purpose: string, value: unknown): string {
    const payload = Buffer.from(JSON.stringify(value));
    return Buffer.concat([this.#signature(purpose, payload), payload]).toString('base64url');
  }

  /** The value that was signed for this purpose; undefined for everything else. */
  verify(purpose: string, cursor: string): unknown {
    if (cursor.length > CURSOR_MAX_CHARACTERS || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
    const payload = bytes.subarray(SIGNATURE_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), this.#signature(purpose, payload))) return undefined;
    return JSON.parse(payload.toString());
  }

  #signature(purpose: string, payload: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}\n`).update(payload).digest().subarray(0, SIGNATURE_BYTES);
  }
}
