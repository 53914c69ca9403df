import { CHECKS_LISTED_MAX, type EditionChecks } from '../../contract/edition-library.ts';
import type { EditionReport } from './edition-report.ts';

/** Returns the part of a report that is kept with the revision. */
export function toEditionChecks({ format, books, suspicious }: EditionReport): EditionChecks {
  const gaps = books.flatMap((book) => book.gaps.map((gap) => `${book.code} ${gap}`));
  return {
    format,
    gaps: gaps.slice(0, CHECKS_LISTED_MAX),
    gap_count: gaps.length,
    warnings: suspicious.slice(0, CHECKS_LISTED_MAX),
    warning_count: suspicious.length,
  };
}
