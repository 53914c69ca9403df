import type { Passage } from './reference.ts';

/** Joins what follows without a gap: "Isaiah 9:6,7" is one passage, and so is "Ps 23; 24". */
export function joinAdjacent(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = [];
  for (const next of passages) {
    const last = joined.at(-1);
    if (last && isAdjacent(last, next)) {
      joined[joined.length - 1] =
        next.verse === undefined
          ? { ...last, end_chapter: next.end_chapter ?? next.chapter! }
          : { ...last, end_verse: next.end_verse ?? next.verse };
    } else joined.push(next);
  }
  return joined;
}

function isAdjacent(last: Passage, next: Passage): boolean {
  if (last.book_id !== next.book_id || last.chapter === undefined || next.chapter === undefined) return false;
  if (last.verse === undefined || next.verse === undefined) {
    return last.verse === next.verse && next.chapter === (last.end_chapter ?? last.chapter) + 1;
  }
  const withinChapter = next.end_chapter === undefined && (last.end_chapter ?? last.chapter) === next.chapter;
  return withinChapter && next.verse === (last.end_verse ?? last.verse) + 1;
}
