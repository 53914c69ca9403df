import { isUtf8 } from 'node:buffer';
import { toNotice } from '../../contract/import-notices.ts';
import type { SongSource } from '../sources/song-source.ts';

/** Reads a binary song file from its beginning. Numbers are little-endian. Throws DamagedSongError at its end. */
export class ByteReader {
  readonly #source: SongSource;
  readonly #bytes: Buffer;
  #at: number;

  constructor(source: SongSource, bytes = source.bytes, at = 0) {
    this.#source = source;
    this.#bytes = bytes;
    this.#at = at;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw this.#source.damaged(null, toNotice('file_cut_off'));
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** Reads an unsigned number of 1 to 4 bytes. */
  number(length: number): number {
    return this.take(length).readUIntLE(0, length);
  }
}

/** Decodes text that old programs have in Windows-1252. */
export const decodeOldText = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
