import type { BookNames } from '../../../contract/book-names.ts';
import type { EditionChecks } from '../../../contract/edition-library.ts';
import type { Language, TranslationProvenance, TranslationRights } from '../../../contract/schemas/translation.ts';
import type { AuditRecord } from '../shared/audit.ts';

export interface EditionRecord {
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
  readonly provenance: TranslationProvenance;
  /** Null if the text is not installed. */
  readonly revisionId: string | null;
  readonly bookIds: readonly number[];
}

/**
 * One import of an edition. It never changes, and is kept after the next import for the verses that are queued from it.
 */
export interface EditionRevision {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  /** BCP 47. Null if it is unknown. [D71] */
  readonly languageTag: string | null;
  readonly rights: TranslationRights;
  /** The names of its books that are known, in the order of the books. [D71] */
  readonly bookNames: readonly NamedBook[];
  /** The names of the numberings of its books, by book; null if they were not read yet. [D72] */
  readonly numberings: Readonly<Record<number, string>> | null;
}

/** The names of a book in an edition. */
export interface NamedBook extends BookNames {
  readonly bookId: number;
}

export interface EditionBookText {
  readonly bookId: number;
  readonly name: string;
  readonly verses: readonly EditionVerseText[];
}

export interface EditionVerseText {
  readonly chapter: number;
  readonly verse: number;
  /** The last number of a verse bridge. `verse` is its first number. */
  readonly last?: number | undefined;
  readonly text: string;
}

export interface EditionImport extends Omit<EditionRevision, 'languageTag' | 'bookNames' | 'numberings'> {
  readonly numberings?: Readonly<Record<number, string>>;
  readonly languageTag?: string | null;
  readonly bookNames?: readonly NamedBook[];
  readonly provenance: TranslationProvenance;
  readonly books: readonly EditionBookText[];
  /** Absent if no file was checked. */
  readonly checks?: EditionChecks | undefined;
}

/** When and how the text of an installed edition was imported. */
interface InstalledRevision {
  readonly slug: string;
  readonly revisionId: string;
  /** Number of imports of the edition until now. */
  readonly number: number;
  readonly importedAt: string;
  readonly checks: EditionChecks | null;
}

export interface EditionStore {
  /**
   * Imports an edition atomically, with its audit record unless that is recorded elsewhere. Deletes the text of the
   * previous revision afterwards, which can take long: `committed` is called before that.
   */
  import(edition: EditionImport, committed?: () => void, audit?: AuditRecord): Promise<void>;
  /**
   * Removes an edition and its text atomically, and keeps its revisions for queued verses. Returns `in_use`, with no
   * change, if a library contains the edition. Calls `committed`, and records the audit, like `import`.
   */
  remove(slug: string, committed?: () => void, audit?: AuditRecord): Promise<'removed' | 'in_use' | 'missing'>;
  /**
   * Deletes at most `limit` verses of texts that no edition uses, either no longer or, after an import that crashed,
   * not yet. Returns the number of deleted verses.
   */
  deleteOrphanedTexts(limit: number): Promise<number>;
  list(page: { limit: number; after: string | null }): Promise<EditionRecord[]>;
  /** Lists the current revisions of all installed editions. */
  listInstalled(): Promise<InstalledRevision[]>;
  find(slug: string): Promise<EditionRecord | null>;
  /** Returns null if the edition is unknown or its text is not installed. */
  currentRevision(slug: string): Promise<string | null>;
  findRevision(id: string): Promise<EditionRevision | null>;
  /** Stores the names of the numberings of a revision. */
  setNumberings(id: string, numberings: Readonly<Record<number, string>>): Promise<void>;
  /**
   * Returns null if the revision does not contain the book. Verses are in canonical order, with gaps in their numbers.
   */
  findBook(revisionId: string, bookId: number): Promise<EditionBookText | null>;
}
