import { CANON_ROWS } from './canon-data.ts';

/** A language with book names. */
export type CanonLanguage = 'en' | 'pt' | 'de';

/**
 * A canonical book, independent of any translation [interface: BookDefinition]. `id` is stable and stored with verses;
 * `code` is the USFM code in upper case; `aliases` are spellings and abbreviations, the OSIS id first.
 */
export interface CanonBook {
  id: number;
  code: string;
  aliases: string[];
  names: { en: string; pt: string; de: string };
}

/** The languages in the order in which they are tried if none is given. */
export const CANON_LANGUAGES: readonly CanonLanguage[] = ['en', 'pt', 'de'];

const splitAliases = (list: string): string[] => list.split(',').map((alias) => alias.trim());

/** All books in the order of their ids. */
export const CANON: readonly CanonBook[] = CANON_ROWS.map(
  ([code, osis, en, pt, de, enAliases, ptAliases, deAliases], index) => ({
    id: index + 1,
    code,
    aliases: [...new Set([osis, ...splitAliases(enAliases), ...splitAliases(ptAliases), ...splitAliases(deAliases)])],
    names: { en, pt, de },
  }),
);

const booksByCode = new Map(CANON.map((book) => [book.code, book]));

/** Returns the book with this id, or null. */
export function findBook(id: number): CanonBook | null {
  return CANON[id - 1] ?? null;
}

/** Returns the book with this USFM code (case-insensitive), or null. */
export function findBookByCode(code: string): CanonBook | null {
  return booksByCode.get(code.toUpperCase()) ?? null;
}

/** Returns the OSIS id of a book ("1Cor"), which is its first alias. */
export function osisOf(book: CanonBook): string {
  return book.aliases[0]!;
}

/**
 * Returns the name of a book; English for an undetermined language. @throws RangeError for an id outside the canon. Ids
 * come from the canon or the database; ids of requests must be checked first.
 */
export function bookName(id: number, language: CanonLanguage | 'und'): string {
  const book = findBook(id);
  if (!book) throw new RangeError(`no canonical book has id ${id}`);
  return book.names[language === 'und' ? 'en' : language];
}

// The spellings of the number before a name: "I Jo", "1st John", "1ª João", "Erster Johannes".
const ORDINALS: readonly [RegExp, string][] = [
  [/^(?:i|1st|first|1[ao]|primeir[ao]|erste[nrs]?)[\s.]+(?=\p{L})/u, '1'],
  [/^(?:ii|2nd|second|2[ao]|segund[ao]|zweite[nrs]?)[\s.]+(?=\p{L})/u, '2'],
  [/^(?:iii|3rd|third|3[ao]|terceir[ao]|dritte[nrs]?)[\s.]+(?=\p{L})/u, '3'],
  [/^(?:iv|4th|fourth|4[ao]|quart[ao]|vierte[nrs]?)[\s.]+(?=\p{L})/u, '4'],
  [/^(?:v|5th|fifth|5[ao]|quint[ao]|fünfte[nrs]?)[\s.]+(?=\p{L})/u, '5'],
];

/** Replaces the number before a name with a digit: "2nd John", "II John" and "Zweiter Johannes" begin with "2" then. */
export function withDigit(text: string): string {
  for (const [pattern, digit] of ORDINALS) {
    const ordinal = pattern.exec(text.toLowerCase())?.[0];
    if (ordinal !== undefined) return `${digit} ${text.slice(ordinal.length)}`;
  }
  return text;
}

/**
 * Normalizes a name: removes case, dots, brackets, apostrophes, the form of the number, and spaces (except between
 * digits).
 */
function toNameKey(name: string): string {
  let key = name.normalize('NFKC').toLowerCase().trim();
  for (const [pattern, digit] of ORDINALS) key = key.replace(pattern, digit);
  return key
    .replace(/[.()'’]/g, ' ')
    .replace(/\s*[-‐-―]\s*/g, '-')
    .replace(/(?<!\d)\s+|\s+(?!\d)/g, '');
}

const withoutAccents = (key: string): string => key.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

let lastName = '';
let lastKey = '';
/** Returns the key of a name. Caches the last one, because a name is looked up in one language after another. */
function nameKeyOf(name: string): string {
  if (name !== lastName) [lastName, lastKey] = [name, toNameKey(name)];
  return lastKey;
}

type NameIndex = Record<CanonLanguage, { exact: Map<string, number>; plain: Map<string, number> }>;
let nameIndex: NameIndex | null = null;

// Builds the index on first use, so that importing the canon does not slow the server's start.
function requireNameIndex(): NameIndex {
  if (nameIndex) return nameIndex;
  const index: NameIndex = {
    en: { exact: new Map(), plain: new Map() },
    pt: { exact: new Map(), plain: new Map() },
    de: { exact: new Map(), plain: new Map() },
  };
  CANON_ROWS.forEach(([, osis, en, pt, de, enAliases, ptAliases, deAliases], position) => {
    const own = {
      en: [en, ...splitAliases(enAliases)],
      pt: [pt, ...splitAliases(ptAliases)],
      de: [de, ...splitAliases(deAliases)],
    };
    for (const language of CANON_LANGUAGES) {
      for (const name of [osis, ...own[language]]) {
        const key = toNameKey(name);
        index[language].exact.set(key, position + 1);
        const plain = withoutAccents(key);
        // A spelling without an accent takes precedence over one whose accent was removed: "Jo" is John, although "Jó"
        // is Job.
        if (plain === key || !index[language].plain.has(plain)) index[language].plain.set(plain, position + 1);
      }
    }
  });
  // A USFM code counts only if it is not in use for another book: "Pss" is Psalms, not Psalms of Solomon, and "Ps 3" is
  // the third psalm.
  for (const { id, code } of CANON) {
    const key = toNameKey(code);
    if (/\d$/.test(key) || CANON_LANGUAGES.some((language) => index[language].plain.has(key))) continue;
    for (const language of CANON_LANGUAGES) index[language].plain.set(key, id);
  }
  nameIndex = index;
  return index;
}

/**
 * Returns the book that a name, abbreviation, USFM code or OSIS id means in one language, or null. Ignores case, dots,
 * spaces, accents and the form of a leading number ("I Jo", "1. jo").
 */
export function findBookByName(name: string, language: CanonLanguage): CanonBook | null {
  const { exact, plain } = requireNameIndex()[language];
  const key = nameKeyOf(name);
  const id = exact.get(key) ?? plain.get(withoutAccents(key));
  return id === undefined ? null : findBook(id);
}

/** Returns the books with a name in these languages that begins with the typed text, in canonical order. */
export function findBooksByPrefix(typed: string, languages: readonly CanonLanguage[]): CanonBook[] {
  const prefix = withoutAccents(nameKeyOf(typed));
  const ids = new Set<number>();
  for (const language of languages) {
    for (const [key, id] of requireNameIndex()[language].plain) if (key.startsWith(prefix)) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b).map((id) => findBook(id)!);
}
