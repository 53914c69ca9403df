import { fetchChapter } from '../session/fetch-chapter.ts';
import type { LibraryEdition } from '../session/fetch-editions.ts';
import type { Session } from '../session/session.ts';
import { type PreviewPassage, toPreviewPassage } from './preview-states.ts';

/** Verses that previews show. */
export interface SampleVerse {
  readonly book_id: number;
  readonly chapter: number;
  readonly verse: number;
  readonly end_verse?: number;
}

export const JOHN_3_16: SampleVerse = { book_id: 43, chapter: 3, verse: 16 };
/** The shortest verse. */
export const JOHN_11_35: SampleVerse = { book_id: 43, chapter: 11, verse: 35 };
/** The longest verse. */
export const ESTHER_8_9: SampleVerse = { book_id: 17, chapter: 8, verse: 9 };
/** First verse of the Hebrew Bible. */
export const GENESIS_1_1: SampleVerse = { book_id: 1, chapter: 1, verse: 1 };

/**
 * Reads sample verses in editions of the library, beside each other. Editions that do not have them are left out.
 * Rejects with LecternProblem, or with TypeError on a network error.
 */
export async function fetchSample(
  session: Session,
  liveId: string,
  editions: readonly LibraryEdition[],
  sample: SampleVerse,
): Promise<readonly PreviewPassage[]> {
  const ours = editions.filter(({ installed, book_ids }) => installed && book_ids.includes(sample.book_id));
  const { book_id, chapter, verse, end_verse = verse } = sample;
  // Each edition is read alone, so that the book has its name in that edition.
  const passages = await Promise.all(
    ours.map(async (edition) => {
      const data = await fetchChapter(session, liveId, book_id, chapter, edition.slug);
      return toPreviewPassage(data, edition, { verse, end_verse });
    }),
  );
  return passages.filter(({ verses }) => verses.length > 0);
}
