import { repairWindows1252 } from '../../import-files/windows-1252.ts';

/** Control codes, the byte order mark and noncharacters, which no text contains. Spaces are handled before. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
/** Characters that override the direction of writing, up to the end of a paragraph. */
const OVERRIDES = /[\u202d\u202e]/g;
/** Embeddings, overrides and isolates, which a name must not contain. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

export interface CleanLine {
  readonly text: string;
  /** The number of control characters that were left out. */
  readonly controls: number;
  /** The number of characters left out that override the direction of writing. */
  readonly overrides: number;
}

/**
 * Returns a line with one space between words and none at its ends, and without control characters. A line without
 * anything visible is empty. No other character is changed.
 */
export function cleanLine(raw: string): CleanLine {
  const spaced = repairWindows1252(raw.toWellFormed()).replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ');
  const controls = spaced.match(UNWANTED)?.length ?? 0;
  const overrides = spaced.match(OVERRIDES)?.length ?? 0;
  const text = spaced.replace(UNWANTED, '').replace(OVERRIDES, '').replace(/ {2,}/g, ' ').trim();
  return { text: VISIBLE.test(text) ? text : '', controls, overrides };
}

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '').trim();
