import type { BookNames } from '../contract/book-names.ts';
import type { EditionChecks } from '../contract/edition-library.ts';
import type { Language, TranslationProvenance, TranslationRights } from '../contract/schemas/translation.ts';

/**
 * A verse, numbered as in the edition. Numbers may be sparse and are kept. A bridge is stored under its first number,
 * and `last` is its end. `text` is plain and never empty.
 */
export interface EditionVerse {
  chapter: number;
  verse: number;
  last?: number | undefined;
  text: string;
}

/** A book of an edition. Its verses are in order of chapter and verse. `name` is the book's name in the edition. */
export interface EditionBook {
  book_id: number;
  name: string;
  /** The names that the source gives the book; absent if it gives none. [D71] */
  names?: BookNames | undefined;
  verses: EditionVerse[];
}

/** A complete edition, independent of the format of its source. [D30] */
export interface NormalizedEdition {
  slug: string;
  name: string;
  language: Language;
  /** BCP 47. Absent: that of `language`. [D71] */
  language_tag?: string | null | undefined;
  rights: TranslationRights;
  provenance: TranslationProvenance;
  books: EditionBook[];
  /** Findings of the checks; absent if no file was checked. */
  checks?: EditionChecks | undefined;
}
