import type { ReportLine } from '../contract/import-notices.ts';
import type { Language, TranslationRights } from '../contract/schemas/translation.ts';
import type { ImportSource, OnProgress } from '../import-files/import-source.ts';
import type { EditionBook } from './normalized-edition.ts';

/** Contents that an importer found in a source, before slug, name and rights that only a person can know are added. */
export interface ParsedEdition {
  /** The name that the source states. */
  readonly name: string | null;
  readonly language: Language | null;
  /** The language tag (BCP 47) that the source states. [D71] */
  readonly languageTag?: string | null;
  readonly rights: Partial<TranslationRights>;
  readonly sourceId: string | null;
  /**
   * Books in canonical order. Their text is plain. "\n" precedes a line of poetry or a paragraph that starts within a
   * verse.
   */
  readonly books: readonly EditionBook[];
  /** Verses that are merged into the first number of a bridge, as "book_id/chapter:verse". They are not gaps. */
  readonly bridged?: ReadonlySet<string>;
  /** The number of omitted notes, cross references, headings and so on, by kind. */
  readonly removed: Readonly<Record<string, number>>;
  /** The number of spaces that were put between words. */
  readonly spacesAdded?: number;
  /** Warnings for a person to check, with their position. */
  readonly suspicious: readonly ReportLine[];
}

/** Options that allow what is rejected by default. */
export interface ParseOptions {
  /** Whether to accept books in which more than one verse in twenty is empty. */
  readonly allowGaps?: boolean | undefined;
}

/** A format: recognizes a source and parses it. */
export interface EditionFormat {
  readonly name: string;
  /** Returns whether the source has this format. Looks only at names and the first bytes. */
  recognizes(source: ImportSource): Promise<boolean>;
  /** Parses the source. Throws DamagedSourceError. */
  read(source: ImportSource, onProgress: OnProgress, options?: ParseOptions): Promise<ParsedEdition>;
}
