import { basename, extname } from 'node:path';
import type { EditionFormat } from './edition-format.ts';
import { DamagedEditionError, type EditionSource } from './sources/edition-source.ts';

/** The one format that a source is of. Throws DamagedEditionError that says what was seen where it is none, or several. */
export async function recognizeFormat(
  source: EditionSource,
  formats: readonly EditionFormat[],
): Promise<EditionFormat> {
  const fitting: EditionFormat[] = [];
  for (const format of formats) if (await format.recognizes(source)) fitting.push(format);
  const [format, ...others] = fitting;
  const named = basename(source.path);
  if (others.length > 0) {
    const names = fitting.map(({ name }) => name).join(' and ');
    throw new DamagedEditionError(named, null, `this holds files of several formats, ${names}: import them one by one`);
  }
  if (format) return format;
  const known = formats.map(({ name }) => name).join(', ');
  throw new DamagedEditionError(named, null, `this is in none of the formats ${known}. It holds ${describe(source)}`);
}

/** "12 files (9 .txt, 3 .doc)" */
function describe({ files }: EditionSource): string {
  if (files.length === 0) return 'no files';
  const kinds = Map.groupBy(files, ({ name }) => extname(name).toLowerCase() || 'without an ending');
  const counts = [...kinds].sort(([, a], [, b]) => b.length - a.length).map(([kind, of]) => `${of.length} ${kind}`);
  const shown = counts.length > 5 ? [...counts.slice(0, 5), 'others'] : counts;
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} (${shown.join(', ')})`;
}
