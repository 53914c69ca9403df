import { basename, extname } from 'node:path';
import { toNotice } from '../contract/import-notices.ts';
import { DamagedSourceError, type ImportSource } from '../import-files/import-source.ts';
import type { EditionFormat } from './edition-format.ts';

/**
 * Returns the format of a source. Throws DamagedSourceError, which describes the source, if no format or several
 * formats match.
 */
export async function recognizeFormat(source: ImportSource, formats: readonly EditionFormat[]): Promise<EditionFormat> {
  const matching: EditionFormat[] = [];
  for (const format of formats) if (await format.recognizes(source)) matching.push(format);
  const [format, ...others] = matching;
  const name = basename(source.path);
  if (others.length > 0) {
    const names = matching.map((each) => each.name).join(', ');
    throw new DamagedSourceError(name, null, toNotice('edition_several_formats', { formats: names }));
  }
  if (format) return format;
  const known = formats.map((each) => each.name).join(', ');
  const files = describeFiles(source);
  throw new DamagedSourceError(name, null, toNotice('edition_unknown_format', { formats: known, files }));
}

/** Returns how many files have each ending: "9 × .txt, 3 × .doc". "–" stands for none. */
function describeFiles({ files }: ImportSource): string {
  if (files.length === 0) return '–';
  const kinds = Map.groupBy(files, ({ name }) => extname(name).toLowerCase() || '–');
  const counts = [...kinds].sort(([, a], [, b]) => b.length - a.length).map(([kind, of]) => `${of.length} × ${kind}`);
  return (counts.length > 5 ? [...counts.slice(0, 5), '…'] : counts).join(', ');
}
