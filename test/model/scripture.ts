import type { NormalizedEdition } from '../../src/editions/normalized-edition.ts';
import { smallEdition } from '../support/server/lectern.ts';

export type OwnerKind = 'organization' | 'account';

/** Books by their canonical ids → chapter → verses. Sparse, so that editions differ. */
const VERSES: Record<string, Record<number, Record<number, readonly number[]>>> = {
  one: {
    1: { 1: [1, 2, 3], 2: [1] },
    19: { 119: Array.from({ length: 45 }, (_, index) => index + 1) },
    43: { 3: [16, 17, 18], 4: [1, 2] },
  },
  two: { 1: { 1: [1, 3] }, 43: { 3: [16, 18] } },
  off: { 1: { 1: [1] }, 65: { 1: [5] } },
};

/** The editions of both the server and the model. */
export const EDITIONS: readonly NormalizedEdition[] = Object.entries(VERSES).map(([slug, books]) =>
  smallEdition(
    slug,
    mapValues(books, (chapters, book) =>
      mapValues(chapters, (verses, chapter) =>
        Object.fromEntries(verses.map((verse) => [verse, `${slug} ${book} ${chapter}:${verse}`])),
      ),
    ),
  ),
);

/** Libraries. */
export const ENABLED: Record<OwnerKind, readonly string[]> = { organization: ['one', 'two'], account: ['one'] };

/** [D50]. Ends that are absent are those of the start. */
export interface Passage {
  readonly book_id: number;
  readonly chapter?: number;
  readonly verse?: number;
  readonly end_chapter?: number;
  readonly end_verse?: number;
}

/** [Resources] DisplayVerse */
export interface Verse {
  readonly book_id: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
  readonly translation: string;
  readonly rights: NormalizedEdition['rights'];
  readonly attribution: string;
}

export const isEdition = (slug: string): boolean => slug in VERSES;

/** Returns the verses that an edition has of a passage, in its order; missing numbers are skipped. [D17] */
export function versesOf(slug: string, passage: Passage): Verse[] {
  const edition = EDITIONS.find((known) => known.slug === slug)!;
  const book = edition.books.find(({ book_id }) => book_id === passage.book_id);
  return (book?.verses ?? [])
    .filter(({ chapter, verse }) => isWithin(chapter, verse, passage))
    .map(({ chapter, verse, text }) => ({
      book_id: book!.book_id,
      book: book!.name,
      chapter,
      verse,
      text,
      translation: slug,
      rights: edition.rights,
      attribution: edition.rights.attribution,
    }));
}

function isWithin(chapter: number, verse: number, passage: Passage): boolean {
  if (passage.chapter === undefined) return true;
  const endChapter = passage.end_chapter ?? passage.chapter;
  const endVerse = passage.end_verse ?? (passage.end_chapter === undefined ? passage.verse : undefined);
  if (chapter < passage.chapter || chapter > endChapter) return false;
  if (chapter === passage.chapter && passage.verse !== undefined && verse < passage.verse) return false;
  return !(chapter === endChapter && endVerse !== undefined && verse > endVerse);
}

const john = (verse: number, end_verse = verse): Passage => ({ book_id: 43, chapter: 3, verse, end_verse });

/** Typed texts with their meaning (null if it is not clear) and canonical English form. [D19], [D32] */
export const TYPED: readonly (readonly [typed: string, passage: Passage | null, canonical: string])[] = [
  ['John 3:16-18', john(16, 18), 'John 3:16-18'],
  ['jn 3 16', john(16), 'John 3:16'],
  ['Jo 3,16', john(16), 'John 3:16'],
  ['Johannes 3,17-4,1', { book_id: 43, chapter: 3, verse: 17, end_chapter: 4, end_verse: 1 }, 'John 3:17-4:1'],
  ['1. Mose 1', { book_id: 1, chapter: 1 }, 'Genesis 1'],
  ['Genesis', { book_id: 1 }, 'Genesis'],
  ['Jude 5', { book_id: 65, chapter: 1, verse: 5 }, 'Jude 1:5'],
  ['Psalm 119:1-30', { book_id: 19, chapter: 119, verse: 1, end_verse: 30 }, 'Psalms 119:1-30'],
  ['Exodus 1', { book_id: 2, chapter: 1 }, 'Exodus 1'],
  ['John 3:15', john(15), 'John 3:15'],
  ['Nothing 3', null, ''],
  ['what a day', null, ''],
];

function mapValues<From, To>(record: Record<number, From>, map: (value: From, key: string) => To): Record<number, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
