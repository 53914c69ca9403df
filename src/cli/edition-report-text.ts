import type { EditionReport } from '../editions/edition-report.ts';
import { toTable } from './columns.ts';

const SHOWN_MAX = 20;

/** What an import found, for a person. */
export function toReportText({ format, books, removed, suspicious }: EditionReport): string {
  const leftOut = Object.entries(removed).map(([kind, count]) => `${kind} ${count}`);
  const gaps = books.flatMap((book) => book.gaps.map((gap) => `${book.code} ${gap}`));
  return [
    toTable(
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

const toShort = (all: readonly string[]): readonly string[] =>
  all.length <= SHOWN_MAX ? all : [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more (--json shows all)`];
