import { CHORD, isChord } from '../../contract/chord-names.ts';
import type { RawChord } from '../collector/song-verse.ts';

/** Marks between chords: "|", "%", "x2". */
const BAR = /^(?:\|+|%|\/+|-+|:?\|+:?|[x×]\d|\d[x×])$/;

/** Returns the chords of a line that has nothing else, with their columns. */
export const findChords = (line: string): RawChord[] =>
  [...line.matchAll(/\S{1,200}/g)].flatMap(({ 0: chord, index }) => (isChord(chord) ? { at: index, chord } : []));

/** Returns a line without the chords that stand in brackets within its words, such as "A[G]mazing". */
export function withoutChords(line: string): { words: string; chords: RawChord[] } {
  const chords: RawChord[] = [];
  let removed = 0;
  const words = line.replace(/\[([^[\]\n]{1,20})\]/g, (whole, inside: string, index: number) => {
    if (!isChord(inside)) return whole;
    chords.push({ at: index - removed, chord: inside });
    removed += whole.length;
    return '';
  });
  return { words, chords };
}

/**
 * Returns the number of chords of a line that has nothing else, as they stand above the words; 0 for any other line. A
 * single letter can be a word, so one chord alone needs more, or space before it.
 */
export function countChords(line: string): number {
  if (line.length > 500) return 0;
  const words = line.trim().split(/\s+/);
  const chords = words.filter(isChord).length;
  if (!words.some((word) => CHORD.test(word)) || chords + words.filter((word) => BAR.test(word)).length < words.length)
    return 0;
  return words.length > 1 || words[0]!.length > 1 || /^\s{2}/.test(line) ? chords : 0;
}
