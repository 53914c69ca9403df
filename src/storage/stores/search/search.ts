import type { Language } from '../../../contract/schemas/translation.ts';

/** What is searched for: phrases as they are written, words in any of their forms. All must be in the verse. [D31] */
export interface ParsedSearchQuery {
  readonly phrases: readonly string[];
  readonly words: readonly string[];
}

/** A verse among what was found: how well it fits (1 is best), and where it stands in the canon. */
export interface RankedPosition {
  readonly rank: number;
  readonly place: number;
}

export interface FoundVerse {
  readonly bookId: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
}

/** A verse that a look-up finds, and how well it fits: 1 is best. */
export interface RankedVerse {
  readonly bookId: number;
  readonly chapter: number;
  readonly verse: number;
  readonly rank: number;
}

export interface SearchStore {
  /**
   * Of one moment. Best rank first, within a rank in canonical order; `after` is the `more` of the page before, which is
   * null at the end. A `total` that is known already is not counted again. Null when the revision is no longer current.
   */
  find(
    revision: { id: string; language: Language },
    query: ParsedSearchQuery,
    page: { limit: number; after: RankedPosition | null; total: number | null },
  ): Promise<{ total: number; verses: FoundVerse[]; more: RankedPosition | null } | null>;
  /**
   * The best `limit` of the first `among` verses, in canonical order, that have all words in some form, and a word that begins with the
   * last one. Within a rank in canonical order. Null when the revision is no longer current. [D58]
   */
  lookUp(
    revision: { id: string; language: Language },
    words: readonly string[],
    page: { among: number; limit: number },
  ): Promise<RankedVerse[] | null>;
  /**
   * Makes one index again that an earlier version has made, and gives it to the searches when it is whole: until then they find
   * what they found before. False where nothing is left to do, or another node does it. Rejects when `signal` is aborted.
   */
  rebuildOutdated(signal: AbortSignal): Promise<boolean>;
}
