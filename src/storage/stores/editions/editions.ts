import type { Language, TranslationProvenance, TranslationRights } from '../../../contract/schemas/translation.ts';

export interface EditionRecord {
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
  readonly provenance: TranslationProvenance;
  /** Null while the text is not installed. */
  readonly revisionId: string | null;
  readonly bookIds: readonly number[];
}

/** One import of an edition. It never changes, and outlives the next import for the verses that are queued from it. */
export interface EditionRevision {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
}

export interface EditionBookText {
  readonly bookId: number;
  readonly name: string;
  readonly verses: readonly EditionVerseText[];
}

export interface EditionVerseText {
  readonly chapter: number;
  readonly verse: number;
  /** The end of a bridge, which stands under its first number. */
  readonly last?: number | undefined;
  readonly text: string;
}

export interface EditionImport extends EditionRevision {
  readonly provenance: TranslationProvenance;
  readonly books: readonly EditionBookText[];
}

export interface EditionStore {
  /**
   * Atomic: all of the edition is there, or no edition has changed. The text of the revision before goes, and that may take long:
   * `committed` is called before.
   */
  import(edition: EditionImport, committed?: () => void): Promise<void>;
  /**
   * Atomic: the edition and its text are gone, and its revisions stay for what is queued. `in_use`: a library has it, and
   * nothing has changed. `committed` as for `import`.
   */
  remove(slug: string, committed?: () => void): Promise<'removed' | 'in_use' | 'missing'>;
  /** Removes up to so many verses of texts that no edition has (any more, or yet, when a crash ended the import); tells how many. */
  deleteOrphanedTexts(limit: number): Promise<number>;
  list(page: { limit: number; after: string | null }): Promise<EditionRecord[]>;
  find(slug: string): Promise<EditionRecord | null>;
  /** Null while the edition is unknown or its text is not installed. */
  currentRevision(slug: string): Promise<string | null>;
  findRevision(id: string): Promise<EditionRevision | null>;
  /** Null when the revision does not have the book; verses in canonical order, with their sparse numbers. */
  findBook(revisionId: string, bookId: number): Promise<EditionBookText | null>;
}
