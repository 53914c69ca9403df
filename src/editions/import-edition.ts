import { newId } from '../domain/identifiers.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { EditionText } from './edition-text.ts';

/** What an import has brought in. */
export interface EditionImported {
  slug: string;
  books: number;
  verses: number;
  archive_sha256: string | null;
}

/** Installs an edition's text as a new revision, whole or not at all. [D30] */
export async function importEdition(editions: Editions, text: EditionText): Promise<EditionImported> {
  const { slug, name, language, rights, provenance } = text;
  const books = text.books.map((book) => ({ bookId: book.book_id, name: book.name, verses: book.verses }));
  await editions.import({ id: newId(), slug, name, language, rights, provenance, books });
  return {
    slug,
    books: books.length,
    verses: books.reduce((sum, book) => sum + book.verses.length, 0),
    archive_sha256: provenance.archive_sha256,
  };
}
