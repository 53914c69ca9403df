import type { RawChord } from '../collector/song-verse.ts';

/** "Am7", "D/F#", "Bb(add9)", "N.C." */
const CHORD =
  /^\(?(?:[A-H][b#♭♯]?(?:maj|min|dim|aug|sus|add|m|M|°|ø|Δ|[+\-\d#b♭♯()^,.])*(?:\/[A-H][b#♭♯]?)?|N\.?C\.?)\)?$/;
/** "Ami", "Fism7": names of Central Europe, which can be words. */
const LOCAL_CHORD = /^(?:[ACDFG]is|[A-H])(?:mi|m)?(?:maj|sus|add|[+\d])*$/;
/** Marks between chords: "|", "%", "x2". */
const BAR = /^(?:\|+|%|\/+|-+|:?\|+:?|[x×]\d|\d[x×])$/;

export const isChord = (text: string): boolean => text.length <= 20 && (CHORD.test(text) || LOCAL_CHORD.test(text));

const SUFFIXES = /maj|min|mi|dim|aug|sus|add|[ie]s/gi;

/** Returns whether a text without spaces can be a chord, also in another notation: "Sol7", but not "Blessing". */
export const mayBeChord = (text: string): boolean =>
  isChord(text) || !/\p{L}{4}/u.test(text.slice(0, 100).replace(SUFFIXES, ''));

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
