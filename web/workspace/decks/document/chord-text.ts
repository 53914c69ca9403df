import { mayBeChord } from '../../../../src/contract/chord-names.ts';
import { SLIDE_CHORDS_MAX } from '../../../../src/contract/limits.ts';
import type { Slide, SlideChord } from '../../../../src/contract/schemas/presentation.ts';

/** A chord in brackets, as it is typed before its syllable. */
const BRACKETS = /\[([^\s[\]]{1,20})\]/g;

/** Returns the text of a slide with its chords in brackets: "A[G]mazing grace". */
export function toChordText({ text, chords = [] }: Pick<Slide, 'text' | 'chords'>): string {
  const lines = (text ?? '').split('\n');
  for (const { line, at, chord } of chords.toReversed()) {
    const words = lines[line] ?? '';
    lines[line] = `${words.slice(0, at)}[${chord}]${words.slice(at)}`;
  }
  return lines.join('\n');
}

/**
 * Reads a text with chords in brackets. Brackets that cannot be a chord, and are none of the `known`, are words.
 */
export function readChordText(
  typed: string,
  known: readonly SlideChord[] = [],
): { text: string; chords: SlideChord[] } {
  const names = new Set(known.map(({ chord }) => chord));
  const chords: SlideChord[] = [];
  const lines = typed.split('\n').map((raw, line) => {
    let removed = 0;
    return raw.replace(BRACKETS, (whole, chord: string, index: number) => {
      if ((!names.has(chord) && !mayBeChord(chord)) || chords.length >= SLIDE_CHORDS_MAX) return whole;
      chords.push({ line, at: index - removed, chord });
      removed += whole.length;
      return '';
    });
  });
  return { text: lines.join('\n'), chords };
}
