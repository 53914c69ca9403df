/**
 * Text that tells on arrival which push it was: it ends with a marker, so a message whose marker was read was read
 * whole. The texts are plain ASCII without quotes, safe inside JSON.
 */
const SENTENCE = 'This line stands where a verse would stand and is read by nobody. ';
const MARKER_DIGITS = 6;

export const MARKER_START = '~E';
const MARKER_END = '~';
export const MARKER_LENGTH = MARKER_START.length + MARKER_DIGITS + MARKER_END.length;

/** A text of `length` characters (at least MARKER_LENGTH) for push `number` (0–999999). */
export function toPayload(number: number, length: number): string {
  const marker = `${MARKER_START}${String(number).padStart(MARKER_DIGITS, '0')}${MARKER_END}`;
  const text = SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, Math.max(0, length - marker.length));
  return text + marker;
}

/** The push number of the marker that begins at `at`. */
export function readMarker(bytes: Buffer, at: number): number {
  const start = at + MARKER_START.length;
  return Number(bytes.toString('latin1', start, start + MARKER_DIGITS));
}
