import type { LookupCandidate } from '../../../contract/schemas/lookup.ts';
import type { Passage } from '../passage-numbers.ts';

/** A candidate before its texts are read. */
export type LookupPassage = Omit<LookupCandidate, 'translations' | 'texts' | 'deck_id' | 'other_translations'>;

/** Returns the passage to push for a book, because a push requires a chapter. */
export const toBookPassage = (bookId: number): Passage => ({ book_id: bookId, chapter: 1 });
