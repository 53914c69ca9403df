import { type ReportLine, toLineText } from '../../contract/import-notices.ts';
import { findBook, findBookByCode } from '../../domain/scripture/canon.ts';
import type { ParsedEdition } from '../edition-format.ts';
import type { EditionBook } from '../normalized-edition.ts';
import { type ExpectedExtent, findGaps, hasChapters, isExcerpt } from './edition-gaps.ts';
import { findBrokenText, findEditionWarnings } from './edition-warnings.ts';

/** The report with which a person judges whether an import is complete. */
export interface EditionReport {
  readonly format: string;
  readonly books: readonly BookReport[];
  /** The number of omitted notes, headings and so on, by kind. */
  readonly removed: Readonly<Record<string, number>>;
  readonly suspicious: readonly string[];
}

interface BookReport {
  readonly code: string;
  readonly name: string;
  readonly chapters: number;
  readonly verses: number;
  /**
   * Numbers that the book lacks in the versification closest to its own: "4" or "4-6" for chapters, "17:21" or
   * "17:21-23" for verses. For an edition of single verses or some psalms, only gaps in between count.
   */
  readonly gaps: readonly string[];
}

/** Returns the report. `warnings` are those of `toReportLines`. */
export function toEditionReport(format: string, read: ParsedEdition, warnings = toReportLines(read)): EditionReport {
  const { books, removed } = read;
  const isPart = isPartial(read);
  return {
    format,
    books: books.map((book) =>
      toBookReport(book, isPart ? 'verses' : extentOf(book, books), read.bridged ?? new Set()),
    ),
    removed,
    suspicious: warnings.map(toLineText),
  };
}

/** Returns the warnings of the report, with their codes. */
export function toReportLines(read: ParsedEdition): ReportLine[] {
  const { books, suspicious } = read;
  // The end of a partial edition is no warning.
  return [...(isPartial(read) ? [] : findEditionWarnings(books)), ...findBrokenText(books), ...suspicious];
}

/** Returns whether the edition has single verses, so that it is obviously partial. */
const isPartial = ({ books }: ParsedEdition): boolean => !books.some(hasChapters);

/** Returns the expected extent of a book. Psalms with little else of the Old Testament may be a selection. */
function extentOf(book: EditionBook, books: readonly EditionBook[]): ExpectedExtent {
  const psalms = findBookByCode('PSA')!.id;
  if (book.book_id !== psalms) return 'book';
  const before = books.filter(({ book_id }) => book_id < psalms).length;
  return before < psalms / 2 && isExcerpt(book) ? 'chapters' : 'book';
}

function toBookReport(book: EditionBook, extent: ExpectedExtent, bridged: ReadonlySet<string>): BookReport {
  return {
    code: findBook(book.book_id)?.code ?? String(book.book_id),
    name: book.name,
    chapters: new Set(book.verses.map(({ chapter }) => chapter)).size,
    verses: book.verses.length,
    gaps: findGaps(book, extent, bridged),
  };
}
