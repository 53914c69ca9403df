import { findBook } from '../../src/domain/scripture/canon.ts';
import type { EditionFormat, ParsedEdition, ParseOptions } from '../../src/editions/edition-format.ts';
import { sourceOf } from './source-of.ts';

/** Reads files in memory. */
export async function readText(
  format: EditionFormat,
  files: Record<string, string | Buffer>,
  options?: ParseOptions,
): Promise<ParsedEdition> {
  return format.read(sourceOf(files), () => {}, options);
}

/** Returns each verse as "GEN 1:1 text". */
export const toLines = ({ books }: ParsedEdition): string[] =>
  books.flatMap(({ book_id, verses }) =>
    verses.map(({ chapter, verse, text }) => `${findBook(book_id)!.code} ${chapter}:${verse} ${text}`),
  );
