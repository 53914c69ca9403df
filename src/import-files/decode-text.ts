import { isUtf8 } from 'node:buffer';
import { toNotice } from '../contract/import-notices.ts';
import { DamagedSourceError } from './import-source.ts';

/**
 * Returns the label of UTF-16 if a byte order mark says so, or if the text starts with Latin letters in UTF-16.
 * Otherwise null.
 */
export function findUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const isEmpty = Array.from(bytes.subarray(0, 4), (byte) => byte === 0).join();
  return isEmpty === 'false,true,false,true' ? 'utf-16le' : isEmpty === 'true,false,true,false' ? 'utf-16be' : null;
}

/** Decodes a file in UTF-8 or UTF-16, without its byte order mark. Throws DamagedSourceError if it is in neither. */
export function decodeText(bytes: Buffer, file: string): string {
  const encoding = findUtf16(bytes);
  return encoding ? decodeAs(encoding, bytes, file) : decodeUtf8(bytes, file);
}

/**
 * Decodes bytes. Throws DamagedSourceError if they are invalid in the encoding, and RangeError for an unknown label.
 */
export function decodeAs(encoding: string, bytes: Buffer, file: string): string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new DamagedSourceError(file, null, toNotice('encoding_invalid', { encoding: encoding.toUpperCase() }));
  }
}

/**
 * Decodes a file in UTF-8, without its byte order mark. Throws DamagedSourceError with the line of the first invalid
 * byte.
 */
export function decodeUtf8(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DamagedSourceError(file, findInvalidLine(bytes), toNotice('not_utf8'));
  }
}

/** Bytes of a multi-byte sequence are never a line feed, so lines can be checked one by one. */
function findInvalidLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    const stop = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop)) || end === -1) return line;
    start = end + 1;
  }
}
