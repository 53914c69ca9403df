import type { LookupCandidate } from '../../../contract/schemas/lookup.ts';
import type { Passage } from '../passage-numbers.ts';

/** A candidate before its texts are read. */
export type LookupPassage = Omit<LookupCandidate, 'translations' | 'texts' | 'deck_id'>;

/** What is pushed of a book: a push takes no book without a chapter. */
export const toBookPassage = (bookId: number): Passage => ({ book_id: bookId, chapter: 1 });
