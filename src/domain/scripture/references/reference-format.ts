import { citePassageRanges, type FormatLanguage, formatPassageRanges } from '../../../contract/passage-format.ts';
import { bookName } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';

/**
 * Formats a passage: "John 3:16-18", "John 3:16ff", "João 3:16", "Johannes 3,16-4,2". Uses English for an undetermined
 * language.
 */
export const formatReference = (passage: Passage, language: FormatLanguage = 'en'): string =>
  formatPassages([passage], language);

/** Formats a list of passages: "John 3:16, 18; 4:1; Romans 5:8", "Johannes 3,16.18; 4,1". */
export const formatPassages = (passages: readonly Passage[], language: FormatLanguage = 'en'): string =>
  formatPassageRanges(passages, language, (bookId) => bookName(bookId, language));

/** Cites passages for people in the language of the edition that shows them: "Psalm 23:1", "Römer 8,28". [D71] */
export const citePassages = (passages: readonly Passage[], language: FormatLanguage): string =>
  citePassageRanges(passages, language, (bookId) => bookName(bookId, language));
