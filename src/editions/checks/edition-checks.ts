import { CHECKS_LISTED_MAX, type EditionChecks } from '../../contract/edition-library.ts';
import type { ReportLine } from '../../contract/import-notices.ts';
import type { EditionReport } from './edition-report.ts';

/** Returns the part of a report that is kept with the revision. `warnings` are those of the report, with codes. */
export function toEditionChecks({ format, books }: EditionReport, warnings: readonly ReportLine[]): EditionChecks {
  const gaps = books.flatMap((book) => book.gaps.map((gap) => `${book.code} ${gap}`));
  return {
    format,
    gaps: gaps.slice(0, CHECKS_LISTED_MAX),
    gap_count: gaps.length,
    warnings: warnings.slice(0, CHECKS_LISTED_MAX),
    warning_count: warnings.length,
  };
}
