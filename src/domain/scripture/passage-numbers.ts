import { LecternError } from '../../contract/lectern-error.ts';

/**
 * A passage within one book. No `chapter`: the whole book. No `verse`: whole chapters. `end_chapter` is there only when the passage
 * ends in another chapter, `end_verse` only when it ends at another verse than it began with. With `verse` and `end_chapter` alone it
 * goes on to the end of that chapter, wherever an edition has it: "5:3ff".
 */
export interface Passage {
  book_id: number;
  chapter?: number;
  verse?: number;
  end_chapter?: number;
  end_verse?: number;
}

/** The passage of a reference to a book, a chapter or a verse. Throws `invalid_reference`. [POST stack] */
export function toPassage(reference: { book_id: number; chapter?: number; verse?: number }): Passage {
  const { book_id, chapter, verse } = reference;
  requireNumbers(reference);
  if (verse !== undefined && chapter === undefined) {
    throw new LecternError('invalid_reference', 'A verse requires a chapter.', {
      errors: [{ pointer: '/reference/chapter', message: 'is required with verse' }],
    });
  }
  return { book_id, chapter, verse, end_chapter: chapter, end_verse: verse };
}

/**
 * Numbers as a client gives them, at `pointer`. Throws `invalid_reference` for an end before the start, or a verse range that
 * hangs. [D50]
 */
export function validatePassageNumbers(passage: Passage, pointer: string): Passage {
  requireNumbers(passage);
  if (passage.end_verse !== undefined && passage.verse === undefined) {
    throw new LecternError('invalid_reference', 'end_verse requires verse.', {
      errors: [{ pointer: `${pointer}/verse`, message: 'is required with end_verse' }],
    });
  }
  const complete = completeEnds(passage);
  const start = [complete.chapter ?? 0, complete.verse ?? 0] as const;
  const end = [complete.end_chapter ?? Infinity, complete.end_verse ?? Infinity] as const;
  if (end[0] < start[0] || (end[0] === start[0] && end[1] < start[1])) {
    throw new LecternError('invalid_reference', 'The passage ends before it begins.');
  }
  return complete;
}

/** Chapters count from 1; verse 0 is what some editions print before the first. Throws `invalid_reference`. */
function requireNumbers({ chapter = 1, verse = 0, end_chapter = 1, end_verse = 0 }: Passage): void {
  if (Math.min(chapter, end_chapter) < 1 || Math.min(verse, end_verse) < 0) {
    throw new LecternError('invalid_reference', 'Chapters are numbered from 1, verses from 0.');
  }
}

/** A passage with the ends that go without saying: a chapter ends in itself, and a verse alone is all of it. */
export function completeEnds(passage: Passage): Passage {
  const { book_id, chapter, verse, end_chapter = chapter, end_verse } = passage;
  const endsInOneVerse = end_verse === undefined && passage.end_chapter === undefined;
  return { book_id, chapter, verse, end_chapter, end_verse: endsInOneVerse ? verse : end_verse };
}
