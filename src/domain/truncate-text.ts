import { countCharacters } from '../contract/paging/line-parts.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Truncates a text to at most `max` bytes within JSON, at a grapheme boundary. */
export const truncateToBytes = (text: string, max: number): string => cut(text, max, bytesOf);

/** Truncates a text to at most `max` characters (code points), at a grapheme boundary. */
export const truncateToCharacters = (text: string, max: number): string => cut(text, max, countCharacters);

/** Returns the size within JSON, without the quotes. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** `sizeOf` must count at least half a unit of `max` per code unit. */
function cut(text: string, max: number, sizeOf: (text: string) => number): string {
  if (text.length <= max && sizeOf(text) <= max) return text;
  let size = 0;
  // A longer text cannot fit. The limit saves work for very long verses.
  for (const { segment, index } of graphemes.segment(text.slice(0, 2 * max + 2))) {
    size += sizeOf(segment);
    if (size > max) return text.slice(0, index);
  }
  return text;
}
