import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

/** Book of the canon, named in the language of the page. */
export interface Book {
  readonly id: number;
  readonly name: string;
}

/**
 * Fetches the books of the canon in canonical order. Rejects with LecternProblem, or with TypeError on a network error.
 */
export async function fetchBooks({ client }: Session, language: string): Promise<readonly Book[]> {
  const books = await fetchAllPages((query) => client.GET('/v1/books', { params: { query } }));
  return books.map(({ id, names }) => ({ id, name: names[language as keyof typeof names] ?? names.en }));
}
