/**
 * What a write-ahead log says of a database: https://sqlite.org/fileformat2.html#the_write_ahead_log. All numbers in it are big-endian;
 * the words of its checksums have the order that its magic number tells.
 */
export interface Wal {
  /** The latest committed content of each page that is in the log, by page number (from 1). */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** Frames up to the last commit. */
  readonly frames: number;
  /** Pages that the database has since the last commit; null where the log has none. */
  readonly pageCount: number | null;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The index begins with two copies of its header and the number of frames that are in the file. */
export const INDEX_BYTES = 100;
const INDEX_HEADER_BYTES = 48;
const INDEX_VERSION = 3_007_000;
const IS_FILLED_AT = 12;
const FRAMES_AT = 16;
const FRAMES_IN_FILE_AT = 96;
const MAGIC_LITTLE_ENDIAN = 0x377f0682;
const MAGIC_BIG_ENDIAN = 0x377f0683;
const EMPTY: Wal = { pages: new Map(), frames: 0, pageCount: null };

/**
 * How many frames of a log are to be laid over the file, by the first 100 bytes of its index; to be read while nobody writes. None of a
 * log that is in the file already, which the next writer begins anew. Throws for an index that SQLite would not take.
 * https://sqlite.org/walformat.html#the_wal_index_file_format
 */
export function countFrames(index: Buffer): number {
  const first = index.subarray(0, INDEX_HEADER_BYTES);
  const second = index.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  // In the order of bytes of this machine.
  const word = (at: number) => new Uint32Array(Uint8Array.from(index.subarray(at, at + 4)).buffer)[0]!;
  const isKnown = index.length >= INDEX_BYTES && word(0) === INDEX_VERSION && first[IS_FILLED_AT] !== 0;
  if (!isKnown || !first.equals(second)) throw new Error('the index of the write-ahead log cannot be read');
  const [frames, inFile] = [word(FRAMES_AT), word(FRAMES_IN_FILE_AT)];
  return frames === inFile ? 0 : frames;
}

/** Bytes of a log of so many frames. */
export const bytesOfLog = (frames: number, pageBytes: number): number =>
  frames === 0 ? 0 : HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes);

/** Up to the last commit before the first frame that is not whole, as SQLite itself reads a log after a crash. */
export function parseWal(log: Buffer, pageBytes: number): Wal {
  if (log.length < HEADER_BYTES) return EMPTY;
  const magic = log.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return EMPTY;
  const sum = new Checksum(magic === MAGIC_LITTLE_ENDIAN);
  sum.add(log, 0, 24);
  if (!sum.isAt(log, 24) || log.readUInt32BE(8) !== pageBytes) return EMPTY;

  const pages = new Map<number, Buffer>();
  let pageCount: number | null = null;
  let frames = 0;
  let uncommitted: [number, Buffer][] = [];
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const ofThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (!ofThisLog) break;
    sum.add(log, at, 8);
    sum.add(log, at + FRAME_HEADER_BYTES, pageBytes);
    if (!sum.isAt(log, at + 16)) break;
    uncommitted.push([log.readUInt32BE(at), log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)]);
    const committedPages = log.readUInt32BE(at + 4);
    if (committedPages === 0) continue;
    for (const [page, content] of uncommitted) pages.set(page, content);
    uncommitted = [];
    pageCount = committedPages;
    frames = (at + frameBytes - HEADER_BYTES) / frameBytes;
  }
  return { pages, frames, pageCount };
}

/** The running checksum of a log. */
class Checksum {
  readonly #littleEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(littleEndian: boolean) {
    this.#littleEndian = littleEndian;
  }

  /** `length` is a multiple of 8. */
  add(bytes: Buffer, start: number, length: number): void {
    const words = new DataView(bytes.buffer, bytes.byteOffset + start, length);
    for (let at = 0; at < length; at += 8) {
      this.#first = (this.#first + words.getUint32(at, this.#littleEndian) + this.#second) >>> 0;
      this.#second = (this.#second + words.getUint32(at + 4, this.#littleEndian) + this.#first) >>> 0;
    }
  }

  isAt(bytes: Buffer, position: number): boolean {
    return bytes.readUInt32BE(position) === this.#first && bytes.readUInt32BE(position + 4) === this.#second;
  }
}
