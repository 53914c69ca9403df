import { LecternError } from '../../contract/lectern-error.ts';

/**
 * A passage within one book. Without `chapter` it is the whole book, and without `verse` whole chapters. `end_chapter`
 * is present only if the passage ends in another chapter, `end_verse` only if it ends at another verse. With `verse`
 * and `end_chapter` but no `end_verse` it continues to the end of that chapter in each edition: "5:3ff".
 */
export interface Passage {
  book_id: number;
  chapter?: number;
  verse?: number;
  end_chapter?: number;
  end_verse?: number;
}

/** Returns the passage of a reference to a book, chapter or verse. Throws `invalid_reference`. [POST stack] */
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
 * Validates the numbers of a request, found at `pointer`. Throws `invalid_reference` for an end before the start and
 * for a verse range without its start. [D50]
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

/**
 * Throws `invalid_reference` for numbers out of range. Chapters start at 1; some editions print a verse 0 before the
 * first.
 */
function requireNumbers({ chapter = 1, verse = 0, end_chapter = 1, end_verse = 0 }: Passage): void {
  if (Math.min(chapter, end_chapter) < 1 || Math.min(verse, end_verse) < 0) {
    throw new LecternError('invalid_reference', 'Chapters are numbered from 1, verses from 0.');
  }
}

/** Returns a passage with its implied ends: a chapter ends in itself, and so does a single verse. */
export function completeEnds(passage: Passage): Passage {
  const { book_id, chapter, verse, end_chapter = chapter, end_verse } = passage;
  const endsInOneVerse = end_verse === undefined && passage.end_chapter === undefined;
  return { book_id, chapter, verse, end_chapter, end_verse: endsInOneVerse ? verse : end_verse };
}

/** Removes the ends that equal the start. */
export const withoutEqualEnds = ({ book_id, chapter, verse, end_chapter, end_verse }: Passage): Passage => ({
  book_id,
  chapter,
  verse,
  ...(end_chapter !== chapter && { end_chapter }),
  ...((end_chapter !== chapter || end_verse !== verse) && { end_verse }),
});
