import { createHash } from 'node:crypto';
import type { EditionBookText, EditionVerseText } from '../../../storage/storage.ts';
import { findBook, osisOf } from '../canon.ts';
import { findRelatedBook } from '../related-books.ts';
import type { NumberedVerse } from '../verse-ranges.ts';
import { ANCHORS, PSALMS } from './versification-anchors.ts';
import { BOOK_ORDERS, VERSE_COUNTS } from './versification-counts.ts';
import { bookNumberings, findNumbering } from './versification-map.ts';

/** Stands for the numbering of a book that has only one. */
const ONLY = '-';
const VERSION_CHARACTERS = 8;

/** The version of the map between numberings: a phone must not read a text by another one. */
let version: string | null = null;
const mapVersion = (): string => {
  version ??= createHash('sha256')
    .update(JSON.stringify([ANCHORS, PSALMS, BOOK_ORDERS, VERSE_COUNTS]))
    .digest('base64url')
    .slice(0, VERSION_CHARACTERS);
  return version;
};

/** Returns the name of the numbering that a book of an edition has. It is stored with the edition's revision. [D72] */
export function nameNumbering(bookId: number, verses: readonly NumberedVerse[]): string {
  return findRelatedBook(bookId) ? ONLY : (findNumbering(bookId, verses)?.names[0] ?? ONLY);
}

/** Returns the names of the numberings of books, by book. */
export const nameNumberings = (
  books: readonly Pick<EditionBookText, 'bookId' | 'verses'>[],
): Readonly<Record<number, string>> =>
  Object.fromEntries(books.map(({ bookId, verses }) => [bookId, nameNumbering(bookId, verses)]));

/** Returns the id of a numbering: its name, and the version of the map. */
export const toNumberingId = (name: string): string => `${name}.${mapVersion()}`;

/** The numbering of a book: its verses without their texts; null if the book has only one numbering. */
export interface KnownNumbering {
  readonly name: string;
  readonly book: EditionBookText | null;
}

const standIns = new Map<string, EditionBookText>();

/** Returns the numbering of a book that an id stands for, or null if there is no such numbering. */
export function findNumberingById(bookId: number, id: string): KnownNumbering | null {
  const [name, ...rest] = id.split('.');
  if (rest.join('.') !== mapVersion() || name === undefined) return null;
  if (name === ONLY) return { name, book: null };
  const canon = findBook(bookId);
  const numbering = canon && bookNumberings(osisOf(canon)).find(({ names }) => names[0] === name);
  if (!numbering) return null;
  const key = `${bookId} ${name}`;
  const book = standIns.get(key) ?? {
    bookId,
    name: '',
    verses: numbering.verses.map(({ chapter, verse }): EditionVerseText => ({ chapter, verse, text: '' })),
  };
  standIns.set(key, book);
  return { name, book };
}
