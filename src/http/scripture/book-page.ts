import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { BOOK_PAGE_DEFAULT_VERSES, BOOK_PAGE_MAX_VERSES } from '../../contract/limits.ts';
import { BookPage } from '../../contract/schemas/book-page.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import {
  BookPages,
  type LibraryBook,
  requireEditionBook,
  requireLibraryBook,
} from '../../domain/scripture/book-pages.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { Owner, Storage } from '../../storage/storage.ts';
import type { CursorSigner } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { parsePathNumber } from '../operation/path-number.ts';

/** Shared by all books, so that the cursor of another book is reported as a mismatch and not as invalid. [Errors] */
const PURPOSE = 'book-page';
const PageQuery = pageQuery(BOOK_PAGE_MAX_VERSES, BOOK_PAGE_DEFAULT_VERSES);

/** The book of the cursor, the version it belongs to, and the first verse of the next page. */
type Cursor = [account: string, slug: string, bookId: number, epoch: string, revisionId: string, start: number];

export interface BookPageServices extends OperationServices {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly cursors: CursorSigner;
}

/** Adds the operation that reads a page of a book in the personal library. [GET book page], [D49] */
export function addBookPage(app: FastifyInstance, services: BookPageServices): void {
  const { editions, storage, cursors } = services;
  const pages = new BookPages(editions);
  const requireEdition = ({ slug, book_id }: Readonly<Record<string, string>>) =>
    requireEditionBook(editions, slug!, parsePathNumber(book_id!));

  addOperation(
    app,
    services,
    'getBookPage',
    { query: PageQuery, response: BookPage, requireResource: requireEdition },
    async ({ owner, params, resource: edition, query }) => {
      const bookId = parsePathNumber(params.book_id!);
      const cursor = query.after === undefined ? null : requireCursor(query.after, owner, edition.slug, bookId);
      const book = await requireLibraryBook(editions, owner, edition, bookId);
      const page = { owner, start: startOf(cursor, book), limit: query.limit ?? BOOK_PAGE_DEFAULT_VERSES };
      return { body: pages.page(book, page, (start) => signCursor(owner, book, start)) };
    },
  );

  const signCursor = (owner: Owner, { slug, revisionId, text }: LibraryBook, start: number): string =>
    cursors.sign(PURPOSE, [owner.id, slug, text.bookId, storage.epoch, revisionId, start] satisfies Cursor);

  /** Verifies a cursor. Throws `invalid_cursor`, or `cursor_mismatch` if it belongs to another book. */
  function requireCursor(after: string, owner: Owner, slug: string, bookId: number): Cursor {
    const cursor = cursors.verify(PURPOSE, after) as Cursor | undefined;
    if (cursor === undefined) throw new LecternError('invalid_cursor');
    if (cursor[0] !== owner.id || cursor[1] !== slug || cursor[2] !== bookId) throw new LecternError('cursor_mismatch');
    return cursor;
  }

  /**
   * Returns the start of the page. Throws `stale_cursor` if the edition was imported again or the installation
   * restored.
   */
  function startOf(cursor: Cursor | null, { revisionId }: LibraryBook): number {
    if (cursor === null) return 0;
    const [, , , epoch, revision, start] = cursor;
    if (epoch !== storage.epoch || revision !== revisionId) throw new LecternError('stale_cursor');
    return start;
  }
}
