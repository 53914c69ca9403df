import type { TranslationRights } from '../../contract/schemas/translation.ts';
import type { EditionReport } from '../../editions/checks/edition-report.ts';
import type { SavedEdition } from '../../editions/save-edition.ts';
import { formatTable } from '../terminal/columns.ts';

const SHOWN_MAX = 20;

/** Formats an import report for a person. */
export function formatEditionReport({ format, books, removed, suspicious }: EditionReport): string {
  const omitted = Object.entries(removed).map(([kind, count]) => `${kind} ${count}`);
  const gaps = books.flatMap((book) => book.gaps.map((gap) => `${book.code} ${gap}`));
  return [
    formatTable(
      ['BOOK', 'CHAPTERS', 'VERSES', 'NAME'],
      books.map(({ code, chapters, verses, name }) => [code, String(chapters), String(verses), name]),
    ),
    '',
    `Format: ${format}`,
    `Omitted: ${omitted.join(', ') || 'nothing'}`,
    `Missing numbers: ${shorten(gaps).join(', ') || 'none'}`,
    ...(suspicious.length === 0 ? [] : ['Warnings:', ...shorten(suspicious).map((each) => `  ${each}`)]),
  ].join('\n');
}

/** Returns text such as "31102 verses in 66 books". */
export const countVersesAndBooks = (verses: number, books: number): string =>
  `${counted(verses, 'verse')} in ${counted(books, 'book')}`;

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

/** Returns lines about the edition that an import replaces, with its former rights if they differ. */
export function formatReplacedEdition(replaced: SavedEdition['replaced'], rights: TranslationRights): string[] {
  if (!replaced) return [];
  const { name, books, rights_status, attribution } = replaced;
  return [
    `Replaces ${name} (${counted(books, 'book')}). Queued verses keep their text.`,
    ...(rights_status === rights.rights_status ? [] : [`Previous rights: ${rights_status}`]),
    ...(attribution === rights.attribution ? [] : [`Previously shown with each verse: ${attribution}`]),
  ];
}

const shorten = (all: readonly string[]): readonly string[] =>
  all.length <= SHOWN_MAX ? all : [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more (--json shows all)`];
