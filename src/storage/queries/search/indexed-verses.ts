import { chunk } from '../shared/chunk.ts';
import { type IndexedWords, wordReader } from './indexed-words.ts';
import { type IndexedRevision, toCanonPosition } from './search-index.ts';

/** A row of a search index. */
export interface IndexedVerse extends IndexedWords {
  readonly place: number;
}

/** Verses that are read and inserted without a pause: some 10 ms of work, since other requests wait for it. */
const PORTION_VERSES = 250;

/** Reads what the index of a revision keeps, portion by portion. Throws when the signal is aborted. */
export function* readIndexedVerses(
  { language, books }: IndexedRevision,
  signal?: AbortSignal,
): Generator<readonly IndexedVerse[]> {
  const readWords = wordReader(language);
  const verses = books.flatMap(({ bookId, verses }) =>
    verses.map(({ chapter, verse, text }) => ({ place: toCanonPosition(bookId, chapter, verse), text })),
  );
  for (const portion of chunk(verses, PORTION_VERSES)) {
    signal?.throwIfAborted();
    yield portion.map(({ place, text }) => ({ place, ...readWords(text) }));
  }
}
