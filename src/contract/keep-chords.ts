import type { Slide, SlideChord } from './schemas/presentation.ts';

/**
 * Returns the chords of a slide whose text changes. Those before and behind what changed stay with their words, and
 * those within it are left out. [D77]
 */
export function keepChords({ text, chords = [] }: Pick<Slide, 'text' | 'chords'>, next: string): SlideChord[] {
  const before = text ?? '';
  if (chords.length === 0 || before === next) return [...chords];
  const most = Math.min(before.length, next.length);
  let same = 0;
  while (same < most && before[same] === next[same]) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && before.at(-1 - sameEnd) === next.at(-1 - sameEnd)) sameEnd++;
  const starts = startsOfLines(before);
  const nextStarts = startsOfLines(next);
  return chords.flatMap(({ line, at, chord }) => {
    const place = (starts[line] ?? 0) + at;
    if (place >= same && place < before.length - sameEnd) return [];
    const moved = place < same ? place : place + next.length - before.length;
    const index = nextStarts.findLastIndex((start) => start <= moved);
    return [{ line: index, at: moved - nextStarts[index]!, chord }];
  });
}

const startsOfLines = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
