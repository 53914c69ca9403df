import { basename, extname } from 'node:path';
import type { EditionFormat } from './edition-format.ts';
import { DamagedEditionError, type EditionSource } from './sources/edition-source.ts';

/**
 * Returns the format of a source. Throws DamagedEditionError, which describes the source, if no format or several
 * formats match.
 */
export async function recognizeFormat(
  source: EditionSource,
  formats: readonly EditionFormat[],
): Promise<EditionFormat> {
  const matching: EditionFormat[] = [];
  for (const format of formats) if (await format.recognizes(source)) matching.push(format);
  const [format, ...others] = matching;
  const name = basename(source.path);
  if (others.length > 0) {
    const names = matching.map((each) => each.name).join(' and ');
    throw new DamagedEditionError(
      name,
      null,
      `this contains files in several formats, ${names}: import them one at a time`,
    );
  }
  if (format) return format;
  const known = formats.map((each) => each.name).join(', ');
  throw new DamagedEditionError(
    name,
    null,
    `this is not in any of the formats ${known}. It contains ${describeFiles(source)}`,
  );
}

/** Returns text such as "12 files (9 .txt, 3 .doc)". */
function describeFiles({ files }: EditionSource): string {
  if (files.length === 0) return 'no files';
  const kinds = Map.groupBy(files, ({ name }) => extname(name).toLowerCase() || 'without an extension');
  const counts = [...kinds].sort(([, a], [, b]) => b.length - a.length).map(([kind, of]) => `${of.length} ${kind}`);
  const shown = counts.length > 5 ? [...counts.slice(0, 5), 'others'] : counts;
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} (${shown.join(', ')})`;
}
