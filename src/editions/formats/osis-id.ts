import { type BookDefinition, CANON, findBookByCode, osisOf } from '../../domain/scripture/canon.ts';

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
export function findOsisBook(id: string): BookDefinition | null {
  return booksByOsis.get(id.toLowerCase()) ?? findBookByCode(id);
}

/** One verse of an osisID; `book` as it is written. */
export interface OsisVerse {
  book: string;
  chapter: number;
  verse: number;
  part: string;
}

/** "Bible:Gen.1.1!a" of a list, parted by spaces or, though the standard does not say so, by a hyphen. Null where it is none. */
export function parseOsisVerses(osisId: string): OsisVerse[] | null {
  if (osisId.length > OSIS_ID_MAX_CHARACTERS) return null;
  const verses: OsisVerse[] = [];
  for (const id of osisId.split(/[\s-]+/).filter(Boolean)) {
    const [, book, chapter, verse, part] =
      /^(?:[^:]*:)?(\w+)\.(\d{1,4})\.(\d{1,4})(?:!(\w+))?(?:\.\D.*)?$/.exec(id) ?? [];
    if (book === undefined) return null;
    verses.push({ book, chapter: Number(chapter), verse: Number(verse), part: part?.toLowerCase() ?? '' });
  }
  return verses.length > 0 ? verses : null;
}
