import type { NamedBook } from '../storage/storage.ts';
import type { EditionBook } from './normalized-edition.ts';
import { findUsualNames } from './usual-book-names.ts';

/** Lists the names of an edition's books. If its source has none, those that are usual in its language. [D71] */
export async function listBookNames(books: readonly EditionBook[], tag: string | null): Promise<NamedBook[]> {
  const named = books.flatMap(({ book_id: bookId, names }) => (names ? [{ bookId, ...names }] : []));
  if (named.length > 0 || tag === null) return named;
  const usual = await findUsualNames(tag);
  return books.flatMap(({ book_id: bookId }) => {
    const names = usual.get(bookId);
    return names ? [{ bookId, ...names }] : [];
  });
}
