import { createHmac, timingSafeEqual } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { CURSOR_MAX_CHARACTERS, PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import type { ListPage } from '../../storage/storage.ts';

const SIGNATURE_BYTES = 16;

/**
 * Signs and verifies opaque cursors: a JSON value with a signature, in base64url. The signature covers the purpose, so
 * that a cursor of one collection is invalid in another. A cursor grants no access.
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

  /** Returns the value that was signed for this purpose, or undefined if the cursor is not valid. */
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

interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
}

/** Ordered list of rows, each with a unique position. */
interface List<Position, Row, Data> {
  find(page: ListPage<Position>): Promise<readonly Row[]>;
  positionOf(row: Row): Position;
  toData(row: Row): Data;
}

/**
 * Reads and signs the cursors of lists. A cursor holds the position of the last row of a page. A restore invalidates
 * all cursors, because other rows can follow the same position. [D5]
 */
export class ListCursors {
  readonly #signer: CursorSigner;
  readonly #epoch: string;

  constructor(signer: CursorSigner, epoch: string) {
    this.#signer = signer;
    this.#epoch = epoch;
  }

  /** Returns the position of a cursor, or null without a cursor. Throws `invalid_cursor`. */
  read<Position>(purpose: string, cursor: string | undefined): Position | null {
    if (cursor === undefined) return null;
    const value = this.#signer.verify(purpose, cursor);
    if (!Array.isArray(value) || value[0] !== this.#epoch) throw new LecternError('invalid_cursor');
    return value[1];
  }

  sign(purpose: string, position: unknown): string {
    return this.#signer.sign(purpose, [this.#epoch, position]);
  }

  /**
   * Returns a page. Reads one more row than the page holds, to know whether another page follows. Rejects with
   * `invalid_cursor`.
   */
  async page<Position, Row, Data>(purpose: string, query: PageQuery, list: List<Position, Row, Data>) {
    const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
    const after = this.read<Position>(purpose, query.after);
    const found = await list.find({ limit: limit + 1, after });
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      data: found.slice(0, limit).map((row) => list.toData(row)),
      next_cursor: last ? this.sign(purpose, list.positionOf(last)) : null,
    };
  }
}
