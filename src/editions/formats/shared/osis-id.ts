import { CANON, type CanonBook, findBookByCode, osisOf } from '../../../domain/scripture/canon.ts';

const booksByOsis = new Map(CANON.map((book) => [osisOf(book).toLowerCase(), book]));
/** Further ids of the standard for books that the canon knows. */
for (const [osis, code] of [
  ['EsthGr', 'ESG'],
  ['AddEsth', 'ESG'],
  ['AddDan', 'DAG'],
  ['PrAzar', 'S3Y'],
  ['AddPs', 'PS2'],
  ['Pss', 'PSA'],
] as const)
  booksByOsis.set(osis.toLowerCase(), findBookByCode(code)!);

/** A bridge over a long psalm that lists each verse has some 2,000. */
const OSIS_ID_MAX_CHARACTERS = 4_096;

/**
 * Returns the book with this OSIS id. USFM codes are accepted too, because many files use them. Null for an unknown id.
 */
export function findOsisBook(id: string): CanonBook | null {
  return booksByOsis.get(id.toLowerCase()) ?? findBookByCode(id);
}

/** One verse of an osisID. `book` is the id as written. */
export interface OsisVerse {
  book: string;
  chapter: number;
  verse: number;
  part: string;
  /** Whether the verses between the previous one and this are included too. */
  includesGap?: true;
}

/**
 * Parses a list of verses such as "Bible:Gen.1.1!a", separated by spaces or, although the standard does not allow it,
 * by a hyphen. Null if invalid.
 */
export function parseOsisVerses(osisId: string): OsisVerse[] | null {
  if (osisId.length > OSIS_ID_MAX_CHARACTERS) return null;
  const verses: OsisVerse[] = [];
  for (const [, gap = '', id = ''] of osisId.matchAll(/([\s-]*)([^\s-]+)/g)) {
    const [, book, chapter, verse, part] =
      /^(?:[^:]*:)?(\w+)\.(\d{1,4})\.(\d{1,4})(?:!(\w+))?(?:\.\D.*)?$/.exec(id) ?? [];
    if (book === undefined) return null;
    const named = { book, chapter: Number(chapter), verse: Number(verse), part: part?.toLowerCase() ?? '' };
    verses.push(gap.includes('-') ? { ...named, includesGap: true } : named);
  }
  return verses.length > 0 ? verses : null;
}

/** Returns the verses of a list up to the first that does not follow the previous one. */
export function takeConsecutiveVerses(verses: readonly OsisVerse[]): readonly OsisVerse[] {
  const end = verses.findIndex(({ verse, includesGap }, at) => {
    const before = verses[at - 1]?.verse ?? verse;
    return !includesGap && verse !== before && verse !== before + 1;
  });
  return end === -1 ? verses : verses.slice(0, end);
}

/** Parses the osisID of a chapter, such as "Ps.3". Null for anything else. */
export function parseOsisChapter(osisId: string): { book: CanonBook; chapter: number } | null {
  const [, id, chapter] = /^(?:[^:]*:)?(\w+)\.(\d{1,4})$/.exec(osisId.trim()) ?? [];
  const book = id === undefined ? null : findOsisBook(id);
  return book && { book, chapter: Number(chapter) };
}
