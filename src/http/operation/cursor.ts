import { createHmac, timingSafeEqual } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { CURSOR_MAX_CHARACTERS, PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import type { ListPage } from '../../storage/storage.ts';

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

interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
}

/** What is paged: rows in an order, each at a position of its own. */
interface List<Position, Row, Data> {
  find(page: ListPage<Position>): Promise<readonly Row[]>;
  positionOf(row: Row): Position;
  toData(row: Row): Data;
}

/**
 * The cursors of lists, each a position that the list goes on after. They are good until a restore: what follows a position then may
 * never have followed it before. [D5]
 */
export class ListCursors {
  readonly #signer: CursorSigner;
  readonly #epoch: string;

  constructor(signer: CursorSigner, epoch: string) {
    this.#signer = signer;
    this.#epoch = epoch;
  }

  /** Null for the beginning, where no cursor was given. Throws `invalid_cursor`. */
  read<Position>(purpose: string, cursor: string | undefined): Position | null {
    if (cursor === undefined) return null;
    const value = this.#signer.verify(purpose, cursor);
    if (!Array.isArray(value) || value[0] !== this.#epoch) throw new LecternError('invalid_cursor');
    return value[1];
  }

  sign(purpose: string, position: unknown): string {
    return this.#signer.sign(purpose, [this.#epoch, position]);
  }

  /** A page as clients ask for it; one more than fits in is read, to know whether another follows. Rejects with `invalid_cursor`. */
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
