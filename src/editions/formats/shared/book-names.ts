import type { BookNames } from '../../../contract/book-names.ts';
import type { Language } from '../../../contract/schemas/translation.ts';
import { bookName } from '../../../domain/scripture/canon.ts';
import type { BookNamer } from '../../collector/edition-collector.ts';

/** Styles of USFM and USX with the name of the book, the best first. */
const BOOK_NAME_STYLES: readonly string[] = ['h', 'h1', 'toc2', 'toc1', 'mt1', 'mt'];

/** Returns the best of a book's names, given by style, or null if it has none. */
export const findBestName = (names: ReadonlyMap<string, string>): string | null =>
  BOOK_NAME_STYLES.map((style) => names.get(style)?.trim()).find(Boolean) ?? null;

/** Styles that stand only in the table of contents. */
const CONTENTS_STYLES: readonly string[] = ['toc3'];

export const isBookNameStyle = (style: string): boolean =>
  BOOK_NAME_STYLES.includes(style) || CONTENTS_STYLES.includes(style);

/** Returns the names of a book, given by style. [D71] */
export function toBookNames(names: ReadonlyMap<string, string>): BookNames {
  const find = (...styles: string[]) => styles.map((style) => names.get(style)?.trim()).find(Boolean) ?? null;
  return { long: find('toc1'), short: find('toc2', 'h', 'h1'), abbreviation: find('toc3') };
}

/** Returns a function that names books as the edition does, or otherwise as usual in its language. */
export const createBookNamer =
  (names: ReadonlyMap<number, string>, language: Language | null): BookNamer =>
  (bookId) =>
    names.get(bookId) || bookName(bookId, language ?? 'und');
