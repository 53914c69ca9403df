import type { Session } from '../session/session.ts';

/** Book of the canon, named in the language of the page. */
export interface Book {
  readonly id: number;
  readonly name: string;
}

const PAGE = 100;

/**
 * Fetches the books of the canon in canonical order. Rejects with LecternProblem, or with TypeError on a network error.
 */
export async function fetchBooks({ client }: Session, language: string): Promise<readonly Book[]> {
  const found: Book[] = [];
  let after: string | undefined;
  do {
    const { data } = await client.GET('/v1/books', { params: { query: { limit: PAGE, after } } });
    found.push(...data.data.map(({ id, names }) => ({ id, name: names[language as keyof typeof names] ?? names.en })));
    after = data.next_cursor ?? undefined;
  } while (after);
  return found;
}
