import { inflateSync } from 'node:zlib';
import { type ImportNotice, toNotice } from '../../../contract/import-notices.ts';
import type { BookCounts } from '../../../domain/scripture/versification/versification.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { unpackLzss } from './sword-lzss.ts';

/**
 * An entry of a testament: a verse. Verse 0 is the text before the first verse of a chapter, and chapter 0 that before
 * the first chapter.
 */
export interface ZTextEntry {
  readonly book: BookCounts;
  readonly chapter: number;
  readonly verse: number;
  /** Never empty. */
  readonly bytes: Buffer;
  /** Whether the entry has the same text as the previous one, because the verses are merged. */
  readonly linked: boolean;
}

/** A block's offset, packed size and size, 32 bits each. */
const BLOCK_RECORD_BYTES = 12;
/** A verse's block (32 bits), offset in it (32 bits) and length (16 bits). */
const VERSE_RECORD_BYTES = 10;
/** A testament starts with an entry for the module and one for itself. */
const HEADERS = 2;

/** A whole Bible with notes and word attributes has some 30 MiB, and a block is at most a book. */
const BLOCK_MAX_BYTES = 32 * 1024 * 1024;
const TESTAMENT_MAX_BYTES = 64 * 1024 * 1024;

/** Letters in file names, by the contents of a block. */
const BLOCK_LETTERS: Readonly<Record<string, string>> = { book: 'b', chapter: 'c', verse: 'v' };

export interface ZTextPosition {
  /** Folder of the module's files, with a trailing slash. */
  readonly folder: string;
  readonly testament: 'ot' | 'nt';
  /** `BlockType` of the module's description, in lower case. */
  readonly blockType: string;
  /** `CompressType` of the module's description. */
  readonly packing: 'zip' | 'lzss';
}

/** Receives a warning about a file. */
type Warn = (file: string, notice: ImportNotice) => void;

/**
 * Reads the entries of one testament of a zText module in order. The index has no references of its own, so the
 * versification determines which entry is which. An index may end early, and what it has in addition is left out; both
 * are a warning. Null if the module lacks the testament. Throws DamagedSourceError.
 */
export async function readZText(
  source: ImportSource,
  { folder, testament, blockType, packing }: ZTextPosition,
  books: readonly BookCounts[],
  warn: Warn,
): Promise<ZTextEntry[] | null> {
  const letter = BLOCK_LETTERS[blockType];
  const files = ['s', 'v', 'z'].map((kind) => {
    const name = `${folder}${testament}.${letter}z${kind}`.toLowerCase();
    return source.files.find((file) => file.name.toLowerCase() === name) ?? null;
  });
  if (files.every((file) => file === null)) return null;
  if (files.some((file) => file === null)) {
    const name = `${folder}${testament}.${letter}z`;
    throw new DamagedSourceError(`${name}${'svz'[files.indexOf(null)]}`, null, 'the file is missing');
  }
  const [blocks, index, text] = files as [SourceFile, SourceFile, SourceFile];
  const verses = await index.read();
  if (verses.length % VERSE_RECORD_BYTES !== 0) throw new DamagedSourceError(index.name, null, 'the file is cut short');
  const read = await openBlocks(blocks, text, packing);
  const entries: ZTextEntry[] = [];
  let at = HEADERS * VERSE_RECORD_BYTES;
  let before = -1;
  let bytes = 0;
  let hasEnded = false;
  const add = (book: BookCounts, chapter: number, verse: number): void => {
    if (at >= verses.length) {
      if (!hasEnded) warn(index.name, toNotice('edition_index_short', { verse: `${book.osis} ${chapter}:${verse}` }));
      hasEnded = true;
      return;
    }
    const here = at;
    at += VERSE_RECORD_BYTES;
    const length = verses.readUInt16LE(here + 8);
    const linked =
      length > 0 && before >= 0 && verses.compare(verses, before, before + VERSE_RECORD_BYTES, here, at) === 0;
    before = here;
    if (length === 0) return;
    const block = read(verses.readUInt32LE(here), `${book.osis} ${chapter}:${verse}`);
    const start = verses.readUInt32LE(here + 4);
    if (start + length > block.length) {
      const named = `${book.osis} ${chapter}:${verse}`;
      throw new DamagedSourceError(index.name, null, `${named} goes beyond the end of its block`);
    }
    // Counted, because many entries can point to the same text.
    bytes += length;
    if (bytes > TESTAMENT_MAX_BYTES) throw new DamagedSourceError(index.name, null, 'the verses are too long together');
    entries.push({ book, chapter, verse, bytes: block.subarray(start, start + length), linked });
  };
  for (const book of books) {
    add(book, 0, 0);
    book.chapters.forEach((count, number) => {
      for (let verse = 0; verse <= count; verse++) add(book, number + 1, verse);
    });
  }
  if (at < verses.length) {
    warn(index.name, toNotice('edition_index_long', { count: (verses.length - at) / VERSE_RECORD_BYTES }));
  }
  return entries;
}

/** Returns a function that unpacks a block. The last block is cached, because entries are in order. */
async function openBlocks(
  blocks: SourceFile,
  text: SourceFile,
  packing: ZTextPosition['packing'],
): Promise<(block: number, reference: string) => Buffer> {
  const records = await blocks.read();
  const packed = await text.read();
  if (records.length % BLOCK_RECORD_BYTES !== 0)
    throw new DamagedSourceError(blocks.name, null, 'the file is cut short');
  let unpackedBytes = 0;
  let cached: { block: number; bytes: Buffer } | null = null;
  return (block, reference) => {
    if (cached?.block === block) return cached.bytes;
    const at = block * BLOCK_RECORD_BYTES;
    if (at >= records.length)
      throw new DamagedSourceError(blocks.name, null, `${reference} is in block ${block}, which is missing`);
    const [offset, packedSize, size] = [0, 4, 8].map((field) => records.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    const damaged = (reason: string) =>
      new DamagedSourceError(text.name, null, `block ${block} (${reference}) ${reason}`);
    if (offset + packedSize > packed.length) throw damaged('goes beyond the end of the file');
    // Repeated blocks count each time, so that time is limited too.
    unpackedBytes += size;
    if (size > BLOCK_MAX_BYTES || unpackedBytes > TESTAMENT_MAX_BYTES) throw damaged('is too large');
    const own = packed.subarray(offset, offset + packedSize);
    const bytes = packing === 'zip' ? inflate(own, size) : unpackLzss(own, size);
    if (bytes?.length !== size) throw damaged('cannot be unpacked, or has another size than it says');
    cached = { block, bytes };
    return bytes;
  };
}

/** Unpacks a block. Null if the stream is damaged, cut short or longer than `size`. */
function inflate(packed: Buffer, size: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
