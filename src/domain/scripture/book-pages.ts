import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import { BOOK_PAGE_MAX_BYTES, CURSOR_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Verse } from '../../contract/schemas/translation.ts';
import type { EditionRecord, Owner } from '../../storage/storage.ts';
import { findBook } from './canon.ts';
import type { Editions, FoundBook } from './editions.ts';

/** The most bytes of serialized pages cached. A Bible in pages of 500 verses takes about 6 MiB. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** The longest end of a page: its cursor with the field name. */
const END_MAX_BYTES = CURSOR_MAX_CHARACTERS + ',"next_cursor":""}'.length;

/** An installed book in the library of the owner who reads it. */
export interface LibraryBook extends FoundBook {
  /** The normalized slug of the edition. */
  readonly slug: string;
}

/** The owner who reads, the index of the first verse, and the most verses. */
export interface PageRequest {
  readonly owner: Owner;
  readonly start: number;
  readonly limit: number;
}

/**
 * Returns the edition of a path if it has the book. An edition that is not installed has the books of the canon.
 * Rejects with `not_found`. [D49]
 */
export async function requireEditionBook(editions: Editions, slug: string, bookId: number): Promise<EditionRecord> {
  const edition = await editions.require(slug);
  const has = edition.revisionId ? edition.bookIds.includes(bookId) : findBook(bookId) !== null;
  if (!has) throw noBook(edition.slug, bookId);
  return edition;
}

/** Returns a book of an enabled edition. Rejects with `not_found` and `edition_not_enabled`. [D49] */
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

/** `bookId` is 0 if the path contains no book number. */
const noBook = (slug: string, bookId: number) =>
  new LecternError('not_found', `The edition "${slug}" has no ${bookId === 0 ? 'such book' : `book ${bookId}`}.`);

/**
 * Serializes book pages and caches them, because a revision never changes. Pages are cached for each owner, since
 * cursors are bound to one; joining a page and a cursor for every response would cost more than everything else.
 */
export class BookPages {
  readonly #editions: Editions;
  readonly #pages = new LRUCache<string, Buffer>({ maxSize: CACHED_BYTES });

  constructor(editions: Editions) {
    this.#editions = editions;
  }

  /**
   * Returns a page of at most `limit` verses, or fewer if they would exceed the size limit. `toCursor` creates the
   * cursor of the page that begins with a verse, and must return the same one for the same revision and owner. Throws
   * `verse_too_large`. [Limits]
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
