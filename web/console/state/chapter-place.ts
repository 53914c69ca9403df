import type { PassageRange } from '../../../src/contract/passage-format.ts';

/**
 * Reason why the chapter does not follow. `held`: the person turned to another chapter, until a passage is typed or
 * something in the chapter goes on air. `pinned`: until it is unpinned. `closed`: until a passage is typed.
 */
export type ChapterHold = 'follows' | 'held' | 'pinned' | 'closed';

/** Range of verse numbers in a chapter; `anchor` is where it began. */
export interface VerseRange {
  readonly anchor: number;
  readonly end: number;
}

/** Chapter to open, and its verses that were found. */
export interface ChapterPlace {
  readonly bookId: number;
  readonly chapter: number;
  readonly hit: VerseRange | null;
}

/** End of a range that extends to the end of a chapter. */
const END = Number.MAX_SAFE_INTEGER;

interface Situation {
  readonly hold: ChapterHold;
  readonly isTyping: boolean;
  /** Whether verses of the chapter are selected. */
  readonly hasSelection: boolean;
  /** First passage of the candidate that Enter would show, or of what was shown last. */
  readonly candidate: PassageRange | undefined;
  /** First passage on air. */
  readonly onAir: PassageRange | undefined;
}

/** Returns the place that the chapter should show, or null if it stays as it is. [D59] */
export function choosePlace({ hold, isTyping, hasSelection, candidate, onAir }: Situation): ChapterPlace | null {
  if (hold !== 'follows') return null;
  if (isTyping) return candidate ? toPlace(candidate) : null;
  if (hasSelection) return null;
  if (onAir) return { ...toPlace(onAir), hit: null };
  return candidate ? toPlace(candidate) : null;
}

export function toPlace({ book_id, chapter = 1, verse, end_chapter, end_verse }: PassageRange): ChapterPlace {
  const end = end_chapter !== undefined && end_chapter !== chapter ? END : (end_verse ?? verse);
  const hit = verse === undefined || end === undefined ? null : { anchor: verse, end };
  return { bookId: book_id, chapter, hit };
}

/** Returns the verses of a chapter that are in the passages. */
export function versesIn(
  passages: readonly PassageRange[],
  chapter: { readonly book_id: number; readonly chapter: number },
): readonly VerseRange[] {
  return passages.flatMap((passage) => {
    const { chapter: first = 1, verse = 1 } = passage;
    const last = passage.end_chapter ?? first;
    if (passage.book_id !== chapter.book_id || chapter.chapter < first || chapter.chapter > last) return [];
    const anchor = chapter.chapter === first ? verse : 1;
    const end = chapter.chapter === last ? (passage.end_verse ?? (passage.verse === undefined ? END : verse)) : END;
    return [{ anchor, end }];
  });
}

export const isInRange = ({ anchor, end }: VerseRange, verse: number): boolean =>
  verse >= Math.min(anchor, end) && verse <= Math.max(anchor, end);
