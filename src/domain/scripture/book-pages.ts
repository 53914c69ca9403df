import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import { BOOK_PAGE_MAX_BYTES, CURSOR_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Verse } from '../../contract/schemas/translation.ts';
import type { EditionRecord, Owner } from '../../storage/storage.ts';
import { findBook } from './canon.ts';
import type { Editions, FoundBook } from './editions.ts';

/** Serialized pages that are kept ready, bytes. A Bible in pages of 500 verses has some 6 MiB. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** What can stand after the verses: the longest cursor with its name. */
const END_MAX_BYTES = CURSOR_MAX_CHARACTERS + ',"next_cursor":""}'.length;

/** A book as it is installed now, in the library of somebody who may read it. */
export interface LibraryBook extends FoundBook {
  /** The normalized translation. */
  readonly slug: string;
}

/** Who reads, from which verse on, and how many at most. */
export interface PageRequest {
  readonly owner: Owner;
  readonly start: number;
  readonly limit: number;
}

/**
 * The edition of a path that names a book, which it has; the books of an edition that is not installed are those of the
 * canon. Rejects with `not_found`. [D49]
 */
export async function requireEditionBook(editions: Editions, slug: string, bookId: number): Promise<EditionRecord> {
  const edition = await editions.require(slug);
  const has = edition.revisionId ? edition.bookIds.includes(bookId) : findBook(bookId) !== null;
  if (!has) throw noBook(edition.slug, bookId);
  return edition;
}

/** Rejects with `not_found`, `edition_not_enabled`. [D49] */
export async function requireLibraryBook(
  editions: Editions,
  owner: Owner,
  edition: EditionRecord,
  bookId: number,
): Promise<LibraryBook> {
  const { slug } = edition;
  const library = await editions.enabled(owner);
  if (!library.has(slug)) {
    throw new LecternError('edition_not_enabled', `"${slug}" is not enabled in the library of this account.`);
  }
  const found = await editions.findBook(edition, bookId);
  if (!found) throw noBook(slug, bookId);
  return { slug, ...found };
}

/** `bookId` is 0 where what was asked for is no number of a book. */
const noBook = (slug: string, bookId: number) =>
  new LecternError('not_found', `The edition "${slug}" has no ${bookId === 0 ? 'such book' : `book ${bookId}`}.`);

/**
 * Pages of books, each serialized once: a revision never changes. They are kept for each reader, since cursors are bound to
 * one; to put a page and a cursor together for every answer would cost more than everything else.
 */
export class BookPages {
  readonly #editions: Editions;
  readonly #pages = new LRUCache<string, Buffer>({ maxSize: CACHED_BYTES });

  constructor(editions: Editions) {
    this.#editions = editions;
  }

  /**
   * At most `limit` verses, and fewer where they would pass the budget. `toCursor` makes the cursor of the page that begins
   * with a verse, and has to give the same one for the same revision and reader. Throws `verse_too_large`. [Limits]
   */
  page(book: LibraryBook, { owner, start, limit }: PageRequest, toCursor: (start: number) => string): Buffer {
    const key = `${owner.id}/${book.revisionId}/${book.text.bookId}/${start}/${limit}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = this.#serialize(book, start, limit, toCursor);
    this.#pages.set(key, page, { size: page.length });
    return page;
  }

  #serialize(book: LibraryBook, start: number, limit: number, toCursor: (start: number) => string): Buffer {
    const { slug, revisionId, text } = book;
    const { rights } = this.#editions.requireRevision(revisionId);
    const head = `{"translation":${JSON.stringify(slug)},"rights":${JSON.stringify(rights)},"verses":[`;
    const parts: string[] = [];
    let bytes = Buffer.byteLength(head) + ']'.length + END_MAX_BYTES;
    for (const { chapter, verse, text: words } of text.verses.slice(start, start + limit)) {
      const shape: Verse = { book_id: text.bookId, book: text.name, chapter, verse, text: words };
      const part = JSON.stringify(shape);
      bytes += Buffer.byteLength(part) + ','.length;
      if (bytes > BOOK_PAGE_MAX_BYTES) {
        if (parts.length > 0) break;
        throw new LecternError(
          'verse_too_large',
          `${text.name} ${chapter}:${verse} of "${slug}" is longer than a whole page may be (3 MiB).`,
        );
      }
      parts.push(part);
    }
    const end = start + parts.length;
    const cursor = end < text.verses.length ? toCursor(end) : null;
    return Buffer.from(`${head}${parts.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`);
  }
}
