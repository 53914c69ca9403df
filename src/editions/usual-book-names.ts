import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BookNames } from '../contract/book-names.ts';
import { CANON, CANON_LANGUAGES } from '../domain/scripture/canon.ts';

/** The files of the package `bible-book-names-intl`, by language and script. */
const FILES: Readonly<Record<string, string>> = {
  da: 'da',
  es: 'sp',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  ja: 'jp',
  ko: 'ko',
  ro: 'ro',
  'zh-Hans': 'zh_CN',
  'zh-Hant': 'zh_TW',
};
const FIRST_BOOK = 1;
const LAST_BOOK = 66;

interface PackagedBook {
  readonly name: string;
  readonly shortNames: readonly string[];
  /** The number before the name; 0 without one. */
  readonly startNumber: number | null;
}

/**
 * Returns the names of books that are usual in the language of a tag, by id: of the canon, otherwise of the package.
 * Empty for a language that neither has. [D71]
 */
export async function findUsualNames(tag: string): Promise<ReadonlyMap<number, BookNames>> {
  const { language, script } = new Intl.Locale(tag).maximize();
  const own = CANON_LANGUAGES.find((each) => each === language);
  if (own) return new Map(CANON.map(({ id, names }) => [id, { long: null, short: names[own], abbreviation: null }]));
  const file = FILES[language] ?? FILES[`${language}-${script}`];
  if (file === undefined) return new Map();
  const [books, english] = await Promise.all([readPackaged(file), readPackaged('en')]);
  return toNames(books, english);
}

type PackagedBooks = Readonly<Record<string, PackagedBook>>;

async function readPackaged(file: string): Promise<PackagedBooks> {
  const path = createRequire(import.meta.url).resolve(`bible-book-names-intl/dist/data/translations/${file}.json`);
  return JSON.parse(await readFile(path, 'utf8'));
}

function toNames(books: PackagedBooks, english: PackagedBooks): Map<number, BookNames> {
  const names = new Map<number, BookNames>();
  let first = FIRST_BOOK;
  for (let id = FIRST_BOOK; id <= LAST_BOOK; id++) {
    const { name, startNumber } = books[id]!;
    if ((startNumber ?? 0) <= 1) first = id;
    // "2 Samuel" has the name of "1 Samuel", but names such as "사무엘하" have their number in them. The package has
    // English names for some second letters.
    const [leading, second] = [books[first]!, books[first + 1]];
    const isNumbered = (startNumber ?? 0) > 0 && second && isSame(second.name, leading.name, english[first + 1]!.name);
    const number = isNumbered ? `${startNumber} ` : '';
    const { name: own, shortNames } = isNumbered ? leading : { ...books[id]!, name };
    const [abbreviation = ''] = shortNames;
    names.set(id, {
      long: null,
      short: number + spaced(own),
      abbreviation: abbreviation.trim() === '' ? null : number + spaced(abbreviation),
    });
  }
  return names;
}

const isSame = (name: string, ...others: readonly string[]): boolean => others.includes(name);

/** "1Mosebog" */
const spaced = (name: string): string => name.trim().replace(/^(\d)(?=\p{L})/u, '$1 ');
