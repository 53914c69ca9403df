import type { ReportLine } from './import-notices.ts';

/** The status of rights that neither the person nor the file states. [D30] */
export const UNKNOWN_RIGHTS = 'unknown';

/** Findings of the checks of an import, kept with the revision. */
export interface EditionChecks {
  /** Name of the file format. */
  readonly format: string;
  /** Missing numbers, such as "MAT 17:21". At most CHECKS_LISTED_MAX; `gap_count` has the total. */
  readonly gaps: string[];
  readonly gap_count: number;
  /** At most CHECKS_LISTED_MAX; `warning_count` has the total. */
  readonly warnings: ReportLine[];
  readonly warning_count: number;
}

/** Most gaps, and most warnings, that are kept with a revision. */
export const CHECKS_LISTED_MAX = 100;

/** Users of an edition in the whole installation. */
export interface EditionUse {
  /** Organizations whose libraries have it. */
  readonly organizations: number;
  /** Names of the first of them. */
  readonly named: readonly string[];
  /** Personal accounts whose libraries have it. */
  readonly accounts: number;
  /** Lives that have it among their translations. */
  readonly lives: number;
}

/** When and how an installed edition was imported, as a page shows it. */
export interface EditionRevisionDetail {
  readonly slug: string;
  /** Number of imports of the edition until now. */
  readonly number: number;
  readonly imported_at: string;
  /** Null if no file was checked. */
  readonly checks: EditionChecks | null;
}

/** Data of the page of a library, besides what REST has. */
export interface LibraryPageData {
  readonly revisions: readonly EditionRevisionDetail[];
  /** Lives of the owner that have translations. */
  readonly lives: readonly { readonly id: string; readonly name: string; readonly translations: readonly string[] }[];
  /** CSRF token of the routes that install editions; null unless the person administers the installation. */
  readonly editionsCsrf: string | null;
}
