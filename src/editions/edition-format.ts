import type { Language, TranslationRights } from '../contract/schemas/translation.ts';
import type { EditionBook } from './normalized-edition.ts';
import type { EditionSource, OnProgress } from './sources/edition-source.ts';

/** What an importer has found in a source, before slug, name and rights that only a person can know are added. */
export interface ParsedEdition {
  /** From the source itself, where it says so. */
  readonly name: string | null;
  readonly language: Language | null;
  readonly rights: Partial<TranslationRights>;
  readonly sourceId: string | null;
  /** In canonical order. Text is plain; a line of poetry or a paragraph that begins within a verse stands after a "\n". */
  readonly books: readonly EditionBook[];
  /** Verses that stand under the first number of a bridge, as "book_id/chapter:verse": they are no gap. */
  readonly bridged?: ReadonlySet<string>;
  /** Notes, cross references, headings and the like that were left out. */
  readonly removed: Readonly<Record<string, number>>;
  /** What a person should look at, with its place. */
  readonly suspicious: readonly string[];
}

/** What a person allows that is refused otherwise. */
export interface ParseOptions {
  /** Books of which more than one verse in twenty is empty. */
  readonly allowGaps?: boolean | undefined;
}

/** One format: whether a source is of it, and what it holds. */
export interface EditionFormat {
  readonly name: string;
  /** Cheap: by names and the first bytes. */
  recognizes(source: EditionSource): Promise<boolean>;
  /** Throws DamagedEditionError. */
  read(source: EditionSource, onProgress: OnProgress, options?: ParseOptions): Promise<ParsedEdition>;
}
