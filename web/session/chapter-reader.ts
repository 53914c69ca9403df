import type { Chapter } from '../../src/contract/schemas/lookup.ts';
import { fetchChapter } from './fetch-chapter.ts';
import { limitParallel } from './limit-parallel.ts';
import type { Session } from './session.ts';

/** Chapters that are read at the same time. */
const PARALLEL_READS = 3;

/**
 * Reads chapters through a Live, each once. Rejects with LecternProblem, or with TypeError on a network error. A failed
 * chapter can be read again.
 */
export type ReadChapter = (bookId: number, chapter: number, translations?: string) => Promise<Chapter>;

export function openChapterReader(session: Session, liveId: string): ReadChapter {
  const chapters = new Map<string, Promise<Chapter>>();
  const limit = limitParallel(PARALLEL_READS);
  return (bookId, chapter, translations) => {
    const key = `${bookId} ${chapter} ${translations ?? ''}`;
    const known = chapters.get(key);
    if (known) return known;
    const reading = limit(() => fetchChapter(session, liveId, bookId, chapter, translations));
    chapters.set(key, reading);
    reading.catch(() => chapters.delete(key));
    return reading;
  };
}
