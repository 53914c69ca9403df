import type { EditionBookText, EditionVerseText } from '../../storage/storage.ts';
import { type PositionRange, rangesOverlap } from './position-ranges.ts';
import { lastVerseNumber } from './verse-ranges.ts';
import { createToRange, isPsalmTitle } from './versification/versification-map.ts';

/** Verses of one edition and the whole book that contains them. */
interface VersesOfBook {
  readonly book: Pick<EditionBookText, 'bookId' | 'verses'>;
  readonly verses: readonly EditionVerseText[];
}

/**
 * Groups the verses of several editions into lines. A line is one place in scripture: verses of different editions
 * whose positions overlap share a line, and so do verses that overlap with one of them. A psalm title that only one
 * edition counts as a verse shares the line of the next verse, where the other editions print it. Returns the line
 * index of each verse, in the shape of `texts`; lines are numbered in the order of their first verses. [D53]
 */
export function alignVersesToLines(texts: readonly VersesOfBook[]): number[][] {
  const verses = texts.flatMap((text, edition) =>
    text.verses.map((verse) => ({ edition, place: placeOf(text, verse) })),
  );
  const groups = verses.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (groups[root] !== root) root = groups[root]!;
    groups[index] = root;
    return root;
  };
  const join = (index: number, other: number) => {
    const roots = [rootOf(index), rootOf(other)];
    groups[Math.max(...roots)] = Math.min(...roots);
  };
  // Compares neighbors in the order of positions. Only the last verse of each edition can reach the next one.
  const inOrder = verses.map((_, index) => index).sort((a, b) => verses[a]!.place.start - verses[b]!.place.start);
  let reaching: number[] = [];
  for (const index of inOrder) {
    const { edition, place } = verses[index]!;
    reaching = reaching.filter((other) => rangesOverlap(verses[other]!.place, place));
    for (const other of reaching) {
      if (verses[other]!.edition === edition) continue;
      join(other, index);
    }
    reaching.push(index);
  }
  const isShared = (index: number) =>
    verses.some(({ edition }, other) => edition !== verses[index]!.edition && rootOf(other) === rootOf(index));
  for (let index = verses.length - 2; index >= 0 && texts.length > 1; index--) {
    const [title, next] = [verses[index]!, verses[index + 1]!];
    if (isPsalmTitle(title.place) && title.edition === next.edition && !isShared(index)) join(index, index + 1);
  }
  const numbers = new Map<number, number>();
  const lines = verses.map((_, index) => {
    const root = rootOf(index);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
  let start = 0;
  return texts.map((text) => {
    start += text.verses.length;
    return lines.slice(start - text.verses.length, start);
  });
}

/** Returns the position range of a verse, on the scale that all numberings of the book share. */
function placeOf({ book }: VersesOfBook, verse: EditionVerseText): PositionRange {
  const toRange = createToRange(book.bookId, book.verses);
  return { start: toRange(verse.chapter, verse.verse).start, end: toRange(verse.chapter, lastVerseNumber(verse)).end };
}
