import { readFile } from 'node:fs/promises';
import { toNotice } from '../../contract/import-notices.ts';
import { LooseJsonError, parseLooseJson } from '../../import-files/loose-json.ts';
import type { CollectionFile } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { decodeSongText, findSongEncoding } from '../sources/song-source.ts';

const MEBIBYTE = 1024 * 1024;
/** Size of a file of songs that is read whole. A book of 1,200 songs has 1 MiB. */
const TEXT_MAX_BYTES = 32 * MEBIBYTE;

/** Bytes of a character that the end of the head can cut off. */
const CHARACTER_MAX_BYTES = 4;

/** Returns the beginning of a file as text. */
export function toHead({ head }: CollectionFile): string {
  let end = head.length;
  while (end > Math.max(0, head.length - CHARACTER_MAX_BYTES) && head[end - 1]! >= 0x80) end--;
  const encoding = findSongEncoding(head.subarray(0, end));
  return new TextDecoder(encoding).decode(head);
}

/** Reads a file whole. Throws DamagedSongError if it is too large. */
export async function readWhole(file: CollectionFile): Promise<Buffer> {
  if (file.size <= TEXT_MAX_BYTES) return readFile(file.path);
  const reason = toNotice('song_file_too_large', { max: TEXT_MAX_BYTES / MEBIBYTE });
  throw new DamagedSongError(file.fileName, null, reason);
}

/** Reads the text of a file. Throws DamagedSongError. */
export async function readCollectionText(file: CollectionFile): Promise<{ text: string; isAssumed: boolean }> {
  const bytes = await readWhole(file);
  return {
    text: decodeSongText(bytes, file.fileName),
    /** Whether the text was read as Windows-1252 only because it is in no other encoding. */
    isAssumed: findSongEncoding(bytes) === 'windows-1252',
  };
}

/** Reads a file of JSON. Throws DamagedSongError. */
export async function readCollectionJson(file: CollectionFile): Promise<unknown> {
  return toJson((await readCollectionText(file)).text, file.fileName);
}

/** Parses JSON of a file. Throws DamagedSongError. */
export function toJson(text: string, fileName: string): unknown {
  try {
    return parseLooseJson(text);
  } catch (error) {
    if (error instanceof LooseJsonError) throw new DamagedSongError(fileName, error.line, error.notice);
    throw error;
  }
}
