import type { Language } from '../../../contract/schemas/translation.ts';

/**
 * A parsed query: phrases match as written, words match in any of their forms. A verse must contain all of them. [D31]
 */
export interface ParsedSearchQuery {
  readonly phrases: readonly string[];
  readonly words: readonly string[];
}

/** The position of a verse in the results: its rank (1 is best) and its position in the canon. */
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

/** A verse found by a look-up, and its rank: 1 is best. */
export interface RankedVerse {
  readonly bookId: number;
  readonly chapter: number;
  readonly verse: number;
  readonly rank: number;
}

export interface SearchStore {
  /**
   * Finds verses in one transaction snapshot: best rank first, and within a rank in canonical order. `after` is the
   * `more` of the previous page, which is null on the last page. Pass a known `total` so that it is not counted again.
   * Returns null if the revision is no longer current.
   */
  find(
    revision: { id: string; language: Language },
    query: ParsedSearchQuery,
    page: { limit: number; after: RankedPosition | null; total: number | null },
  ): Promise<{ total: number; verses: FoundVerse[]; more: RankedPosition | null } | null>;
  /**
   * Returns the best `limit` of the first `among` verses, in canonical order, that contain all words in some form and a
   * word that begins with the last one. Within a rank, verses are in canonical order. Returns null if the revision is
   * no longer current. [D58]
   */
  lookUp(
    revision: { id: string; language: Language },
    words: readonly string[],
    page: { among: number; limit: number },
  ): Promise<RankedVerse[] | null>;
  /**
   * Returns the ids of the revisions among which all others surely have no match in `lookUp`. Costs much less than to
   * look up in each.
   */
  listLikely(
    revisions: readonly { id: string; language: Language }[],
    words: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Rebuilds one index that an earlier version made. Searches use the old index until the new one is complete. Returns
   * false when all are rebuilt, or another node is rebuilding one. Rejects when `signal` is aborted.
   */
  rebuildOutdated(signal: AbortSignal): Promise<boolean>;
}
