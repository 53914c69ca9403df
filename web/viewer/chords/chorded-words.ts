import type { ViewerChord } from '../../../src/contract/viewer.ts';

/** Part of a word with the chord above its beginning. */
interface ChordedPart {
  readonly chord: string | null;
  readonly text: string;
}

/** Divides a line into words, and each word at its chords. Lines break between words alone. */
export function toChordedWords(line: string, chords: readonly Pick<ViewerChord, 'at' | 'chord'>[]): ChordedPart[][] {
  const words: ChordedPart[][] = [];
  let start = 0;
  for (const word of line.match(/\s*\S+\s*/g) ?? [line]) {
    const end = start + word.length;
    const isLast = end >= line.length;
    const own = chords.filter(({ at }) => at >= start && (at < end || isLast));
    const places = [start, ...own.map(({ at }) => Math.min(at, end)), end];
    const parts = places.slice(0, -1).map((from, index) => ({
      chord: index === 0 ? null : own[index - 1]!.chord,
      text: line.slice(from, places[index + 1]),
    }));
    words.push(parts.filter(({ chord, text }) => chord !== null || text !== ''));
    start = end;
  }
  return words;
}
