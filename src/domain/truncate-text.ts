import { countCharacters } from '../contract/paging/line-parts.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The beginning of a text that takes at most so many bytes within JSON; it ends with a whole grapheme. */
export const truncateToBytes = (text: string, max: number): string => cut(text, max, bytesOf);

/** The beginning of a text with at most so many characters (code points); it ends with a whole grapheme. */
export const truncateToCharacters = (text: string, max: number): string => cut(text, max, countCharacters);

/** In JSON, without the quotes around it. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** `sizeOf` counts a code unit as at least half a unit of `max`. */
function cut(text: string, max: number, sizeOf: (text: string) => number): string {
  if (text.length <= max && sizeOf(text) <= max) return text;
  let size = 0;
  // What is longer than this cannot fit; a verse may be very long.
  for (const { segment, index } of graphemes.segment(text.slice(0, 2 * max + 2))) {
    size += sizeOf(segment);
    if (size > max) return text.slice(0, index);
  }
  return text;
}
