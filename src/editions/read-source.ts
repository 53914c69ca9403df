import { type EditionReport, toEditionReport } from './checks/edition-report.ts';
import type { EditionText } from './edition-text.ts';
import { EDITION_FORMATS } from './formats.ts';
import type { ReadOptions } from './read-edition.ts';
import { recognizeFormat } from './recognize-format.ts';
import type { EditionSource, OnProgress } from './sources/edition-source.ts';
import { type EditionOptions, toEditionText } from './to-edition-text.ts';

export { openSource } from './sources/open-source.ts';

/** From a source to an edition that can be installed, and the report on it. Throws DamagedEditionError and `invalid_fields`. */
export async function readSource(
  source: EditionSource,
  options: EditionOptions & ReadOptions,
  onProgress: OnProgress,
): Promise<{ text: EditionText; report: EditionReport }> {
  const format = await recognizeFormat(source, EDITION_FORMATS);
  const read = await format.read(source, onProgress, options);
  return { text: toEditionText(read, source, options), report: toEditionReport(format.name, read) };
}
