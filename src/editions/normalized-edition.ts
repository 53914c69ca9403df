import type { Language, TranslationProvenance, TranslationRights } from '../contract/schemas/translation.ts';

/**
 * One verse as an edition numbers it; numbers may be sparse and are kept. A bridge stands under its first number, and `last` is its
 * end. `text` is plain and never empty.
 */
export interface EditionVerse {
  chapter: number;
  verse: number;
  last?: number | undefined;
  text: string;
}

/** One book of an edition, its verses in order of chapter and verse. `name` is what the edition itself calls the book. */
export interface EditionBook {
  book_id: number;
  name: string;
  verses: EditionVerse[];
}

/** A whole edition as every importer hands it over, whatever the format it came in [D30]. */
export interface NormalizedEdition {
  slug: string;
  name: string;
  language: Language;
  rights: TranslationRights;
  provenance: TranslationProvenance;
  books: EditionBook[];
}
