import { chunk } from '../shared/chunk.ts';
import { type IndexedWords, wordReader } from './indexed-words.ts';
import { type IndexedRevision, toCanonPosition } from './search-index.ts';

/** A row of a search index. */
export interface IndexedVerse extends IndexedWords {
  readonly place: number;
}

/** Verses processed without yielding, which takes about 10 ms: other requests wait for it. */
const VERSES_PER_BATCH = 250;
/** Characters processed without yielding, if verses are much longer than in a Bible. */
const LENGTH = { weigh: ({ text }: { text: string }) => text.length, max: 48_000 };

/** Reads the index rows of a revision in batches. Throws when the signal is aborted. */
export function* readIndexedVerses(
  { language, books }: IndexedRevision,
  signal?: AbortSignal,
): Generator<readonly IndexedVerse[]> {
  const readWords = wordReader(language);
  const verses = books.flatMap(({ bookId, verses }) =>
    verses.map(({ chapter, verse, text }) => ({ place: toCanonPosition(bookId, chapter, verse), text })),
  );
  for (const batch of chunk(verses, VERSES_PER_BATCH, LENGTH)) {
    signal?.throwIfAborted();
    yield batch.map(({ place, text }) => ({ place, ...readWords(text) }));
  }
}
