import { toLineText } from '../../src/contract/import-notices.ts';
import { findBook } from '../../src/domain/scripture/canon.ts';
import type { EditionFormat, ParsedEdition, ParseOptions } from '../../src/editions/edition-format.ts';
import { sourceOf } from './source-of.ts';

/** A parsed edition, whose warnings are their English texts. */
export interface ReadEdition extends Omit<ParsedEdition, 'suspicious'> {
  readonly suspicious: readonly string[];
}

/** Reads files in memory. */
export async function readText(
  format: EditionFormat,
  files: Record<string, string | Buffer>,
  options?: ParseOptions,
): Promise<ReadEdition> {
  const edition = await format.read(sourceOf(files), () => {}, options);
  return { ...edition, suspicious: edition.suspicious.map(toLineText) };
}

/** Returns each verse as "GEN 1:1 text". */
export const toLines = ({ books }: Pick<ParsedEdition, 'books'>): string[] =>
  books.flatMap(({ book_id, verses }) =>
    verses.map(({ chapter, verse, text }) => `${findBook(book_id)!.code} ${chapter}:${verse} ${text}`),
  );
