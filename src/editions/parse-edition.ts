import type { ImportSource, OnProgress } from '../import-files/import-source.ts';
import { toEditionChecks } from './checks/edition-checks.ts';
import { type EditionReport, toEditionReport, toReportLines } from './checks/edition-report.ts';
import type { ParseOptions } from './edition-format.ts';
import { EDITION_FORMATS } from './formats.ts';
import { type EditionOverrides, normalizeEdition } from './normalize-edition.ts';
import type { NormalizedEdition } from './normalized-edition.ts';
import { recognizeFormat } from './recognize-format.ts';

export { openEditionSource } from './sources/open-source.ts';

/**
 * Parses a source. Returns the edition, ready to be saved, and the import report. Throws DamagedSourceError and
 * `invalid_fields`.
 */
export async function parseEdition(
  source: ImportSource,
  options: EditionOverrides & ParseOptions,
  onProgress: OnProgress,
): Promise<{ text: NormalizedEdition; report: EditionReport }> {
  const format = await recognizeFormat(source, EDITION_FORMATS);
  const read = await format.read(source, onProgress, options);
  const warnings = toReportLines(read);
  const report = toEditionReport(format.name, read, warnings);
  return { text: { ...normalizeEdition(read, source, options), checks: toEditionChecks(report, warnings) }, report };
}
