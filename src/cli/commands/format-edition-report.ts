import type { TranslationRights } from '../../contract/schemas/translation.ts';
import type { EditionReport } from '../../editions/checks/edition-report.ts';
import type { SavedEdition } from '../../editions/save-edition.ts';
import { formatTable } from '../terminal/columns.ts';

const SHOWN_MAX = 20;

/** What an import found, for a person. */
export function formatEditionReport({ format, books, removed, suspicious }: EditionReport): string {
  const leftOut = Object.entries(removed).map(([kind, count]) => `${kind} ${count}`);
  const gaps = books.flatMap((book) => book.gaps.map((gap) => `${book.code} ${gap}`));
  return [
    formatTable(
      ['BOOK', 'CHAPTERS', 'VERSES', 'NAME'],
      books.map(({ code, chapters, verses, name }) => [code, String(chapters), String(verses), name]),
    ),
    '',
    `Format: ${format}`,
    `Left out: ${leftOut.join(', ') || 'nothing'}`,
    `Missing numbers: ${toShort(gaps).join(', ') || 'none'}`,
    ...(suspicious.length === 0 ? [] : ['Look at:', ...toShort(suspicious).map((each) => `  ${each}`)]),
  ].join('\n');
}

/** "31102 verses in 66 books" */
export const countVersesAndBooks = (verses: number, books: number): string =>
  `${counted(verses, 'verse')} in ${counted(books, 'book')}`;

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

/** What an import takes the place of, and what was said of its rights where that is no longer so. */
export function formatReplacedEdition(replaced: SavedEdition['replaced'], rights: TranslationRights): string[] {
  if (!replaced) return [];
  const { name, books, rights_status, attribution } = replaced;
  return [
    `It takes the place of ${name} (${counted(books, 'book')}). Verses in queues stay as they are.`,
    ...(rights_status === rights.rights_status ? [] : [`Rights until now: ${rights_status}`]),
    ...(attribution === rights.attribution ? [] : [`Shown with each verse until now: ${attribution}`]),
  ];
}

const toShort = (all: readonly string[]): readonly string[] =>
  all.length <= SHOWN_MAX ? all : [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more (--json shows all)`];
