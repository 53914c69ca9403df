import { isUtf8 } from 'node:buffer';
import { DamagedEditionError } from './edition-source.ts';

/** A file's text without its byte order mark. Throws DamagedEditionError with the line where it is not UTF-8. */
export function decodeUtf8(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DamagedEditionError(file, lineOfFirstFault(bytes), 'the text is not UTF-8');
  }
}

/** No byte of a longer sequence is a line feed, so lines are sound where what is in them is. */
function lineOfFirstFault(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    const stop = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop)) || end === -1) return line;
    start = end + 1;
  }
}
