import { CANON, type CanonBook, findBookByCode, osisOf } from '../../../domain/scripture/canon.ts';

const booksByOsis = new Map(CANON.map((book) => [osisOf(book).toLowerCase(), book]));
/** Other ids of the standard for books that the canon knows. */
for (const [osis, code] of [
  ['EsthGr', 'ESG'],
  ['AddEsth', 'ESG'],
  ['AddDan', 'DAG'],
  ['PrAzar', 'S3Y'],
  ['AddPs', 'PS2'],
  ['Pss', 'PSA'],
] as const)
  booksByOsis.set(osis.toLowerCase(), findBookByCode(code)!);

/** A bridge over a long psalm, each verse named, has some 2,000. */
const OSIS_ID_MAX_CHARACTERS = 4_096;

/** The book with this OSIS id; a USFM code is taken too, as many files use them. Null for no book. */
export function findOsisBook(id: string): CanonBook | null {
  return booksByOsis.get(id.toLowerCase()) ?? findBookByCode(id);
}

/** One verse of an osisID; `book` as it is written. */
export interface OsisVerse {
  book: string;
  chapter: number;
  verse: number;
  part: string;
  /** Whether the verses between the one before it and this are meant too. */
  reaches?: true;
}

/** "Bible:Gen.1.1!a" of a list, parted by spaces or, though the standard does not say so, by a hyphen. Null where it is none. */
export function parseOsisVerses(osisId: string): OsisVerse[] | null {
  if (osisId.length > OSIS_ID_MAX_CHARACTERS) return null;
  const verses: OsisVerse[] = [];
  for (const [, gap = '', id = ''] of osisId.matchAll(/([\s-]*)([^\s-]+)/g)) {
    const [, book, chapter, verse, part] =
      /^(?:[^:]*:)?(\w+)\.(\d{1,4})\.(\d{1,4})(?:!(\w+))?(?:\.\D.*)?$/.exec(id) ?? [];
    if (book === undefined) return null;
    const named = { book, chapter: Number(chapter), verse: Number(verse), part: part?.toLowerCase() ?? '' };
    verses.push(gap.includes('-') ? { ...named, reaches: true } : named);
  }
  return verses.length > 0 ? verses : null;
}

/** The verses of a list up to the first that does not come next after the one before it. */
export function takeConsecutiveVerses(verses: readonly OsisVerse[]): readonly OsisVerse[] {
  const end = verses.findIndex(({ verse, reaches }, at) => {
    const before = verses[at - 1]?.verse ?? verse;
    return !reaches && verse !== before && verse !== before + 1;
  });
  return end === -1 ? verses : verses.slice(0, end);
}

/** "Ps.3", the chapter of an osisID, with its book; null for anything else. */
export function parseOsisChapter(osisId: string): { book: CanonBook; chapter: number } | null {
  const [, id, chapter] = /^(?:[^:]*:)?(\w+)\.(\d{1,4})$/.exec(osisId.trim()) ?? [];
  const book = id === undefined ? null : findOsisBook(id);
  return book && { book, chapter: Number(chapter) };
}
