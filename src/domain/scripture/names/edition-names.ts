import type { EditionRevision, NamedBook } from '../../../storage/storage.ts';
import { findBook } from '../canon.ts';
import { foldName } from './fold-name.ts';

/** The names that one revision gives its books, by folded name. [D71] */
export interface NameTable {
  readonly names: ReadonlyMap<string, readonly TableName[]>;
  readonly longest: number;
}

interface TableName {
  readonly bookId: number;
  readonly exact: string;
}

/** The names of the editions of a Live and of the rest of the library, with which typed text is read. [D71] */
export interface EditionNames {
  readonly live: readonly NameTable[];
  readonly library: readonly NameTable[];
}

export const NO_EDITION_NAMES: EditionNames = { live: [], library: [] };

/** Where a name was found. */
export type NameOrigin = keyof EditionNames;

const tables = new WeakMap<EditionRevision, NameTable>();

/** Returns the names of a revision, which never change. */
export function tableOf(revision: EditionRevision): NameTable {
  const known = tables.get(revision);
  if (known) return known;
  const table = toTable(revision.bookNames);
  tables.set(revision, table);
  return table;
}

function toTable(books: readonly NamedBook[]): NameTable {
  const names = new Map<string, TableName[]>();
  let longest = 0;
  for (const { bookId, long, short, abbreviation } of books) {
    for (const name of new Set([long, short, abbreviation].flatMap((each) => (each ? spell(each, bookId) : [])))) {
      const { key, exact } = foldName(name);
      if (!/\p{L}/u.test(key)) continue;
      const known = names.get(key) ?? [];
      if (!known.some((each) => each.bookId === bookId && each.exact === exact)) known.push({ bookId, exact });
      names.set(key, known);
      longest = Math.max(longest, key.length);
    }
  }
  return { names, longest };
}

const ROMAN = /^(i{1,3}|iv)[\s.]+(?=\p{L})/iu;
const ROMANS = ['i', 'ii', 'iii', 'iv'];
/** The numbers of letters in scripts that have them within the name: "约翰一书", "요한일서". */
const NUMERALS: readonly [RegExp, string][] = [
  [/[一壹일](?=[书書서]$)/u, '1'],
  [/[二贰貳이](?=[书書서]$)/u, '2'],
  [/[三叁參삼](?=[书書서]$)/u, '3'],
];

/** Returns a name, and the same with a digit for its number. */
function spell(name: string, bookId: number): string[] {
  const spellings = [name];
  const roman = ROMAN.exec(name);
  if (roman) spellings.push(`${ROMANS.indexOf(roman[1]!.toLowerCase()) + 1} ${name.slice(roman[0].length)}`);
  const number = Number(findBook(bookId)?.code[0]);
  const numeral = NUMERALS[number - 1];
  if (numeral?.[0].test(name)) spellings.push(name.replace(...numeral));
  return spellings;
}

/** A name that a text begins with. */
export interface FoundName {
  readonly length: number;
  readonly bookIds: readonly number[];
  readonly origin: NameOrigin;
}

/**
 * Finds the names with which a folded text begins at an index, the longest first. A name of the Live hides the same
 * name of the library. `fits` decides whether a name may end there. [D71]
 */
export function findNamesAt(
  names: EditionNames,
  { text, exact }: { readonly text: string; readonly exact: string },
  at: number,
  fits: (end: number) => boolean,
): FoundName[] {
  const longest = Math.max(0, ...[...names.live, ...names.library].map((table) => table.longest));
  const found: FoundName[] = [];
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    if (!fits(at + length)) continue;
    const key = text.slice(at, at + length);
    for (const origin of ['live', 'library'] as const) {
      const bookIds = findBooks(names[origin], key, exact.slice(at, at + length));
      if (bookIds.length === 0) continue;
      found.push({ length, bookIds, origin });
      break;
    }
  }
  return found;
}

/** Finds the books of a name. With its accents, a name means fewer: "Jó" is Job, "Jo" is John. */
function findBooks(among: readonly NameTable[], key: string, exact: string): number[] {
  const all = among.flatMap((table) => table.names.get(key) ?? []);
  const own = all.filter((each) => each.exact === exact);
  return [...new Set((own.length > 0 ? own : all).map(({ bookId }) => bookId))];
}

/** Returns whether a table has this name for another book, and so makes it ambiguous. */
export function namesOtherBook(table: NameTable, name: string, bookId: number): boolean {
  const { key, exact } = foldName(name);
  return findBooks([table], key, exact).some((id) => id !== bookId);
}

/** Finds the books with a name that begins with a folded text, by id. Those of the Live hide the others. */
export function findBegunNames(names: EditionNames, key: string): Pick<FoundName, 'bookIds' | 'origin'> | null {
  if (key === '') return null;
  for (const origin of ['live', 'library'] as const) {
    const ids = new Set<number>();
    for (const table of names[origin]) {
      for (const [name, books] of table.names) {
        if (name.startsWith(key)) for (const { bookId } of books) ids.add(bookId);
      }
    }
    if (ids.size > 0) return { bookIds: [...ids].sort((a, b) => a - b), origin };
  }
  return null;
}
