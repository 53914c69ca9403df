import { isOpenEnded } from '../../../contract/passage-format.ts';
import type { Passage } from '../passage-numbers.ts';

/** Joins passages without a gap between them: "Isaiah 9:6,7" is one passage, and so is "Ps 23; 24". */
export function joinAdjacentPassages(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = [];
  for (const next of passages) {
    const last = joined.at(-1);
    if (last && isAdjacent(last, next)) {
      joined[joined.length - 1] = join(last, next);
    } else joined.push(next);
  }
  return joined;
}

function join(last: Passage, next: Passage): Passage {
  if (next.verse === undefined) return { ...last, end_chapter: next.end_chapter ?? next.chapter! };
  if (!isOpenEnded(next)) return { ...last, end_verse: next.end_verse ?? next.verse };
  const { end_verse: _, ...start } = last;
  return { ...start, end_chapter: next.end_chapter! };
}

function isAdjacent(last: Passage, next: Passage): boolean {
  if (last.book_id !== next.book_id || last.chapter === undefined || next.chapter === undefined) return false;
  if (last.verse === undefined || next.verse === undefined) {
    return last.verse === next.verse && next.chapter === (last.end_chapter ?? last.chapter) + 1;
  }
  if (isOpenEnded(last)) return false;
  const endsInChapter = next.end_chapter === undefined || isOpenEnded(next);
  const withinChapter = endsInChapter && (last.end_chapter ?? last.chapter) === next.chapter;
  const end = last.end_verse ?? last.verse;
  // The parts of a verse are one: "8a, 8b".
  return withinChapter && (next.verse === end || next.verse === end + 1);
}
