import type { paths, Success } from '../../clients/typescript/src/index.ts';
import { citePassageRanges, type PassageRange } from '../../src/contract/passage-format.ts';
import { toLanguage } from '../../src/locales/languages.ts';
import { fetchBooks } from './fetch-books.ts';
import type { Session } from './session.ts';

type Reference = Success<paths['/v1/references']['get']>['data'][number];

/** Returns the passages that a candidate for a typed reference means. */
export const toPassages = ({ passages, book_id, chapter, verse, end_chapter, end_verse }: Reference): PassageRange[] =>
  passages ?? [{ book_id, chapter, verse, end_chapter, end_verse }];

/** Formats passages as the server does, with the names of books in the language of the page. */
export type FormatPassages = (passages: readonly PassageRange[]) => string;

/** Cites passages as the server does. Returns null for a book that the edition does not have. */
export type CitePassages = (passages: readonly PassageRange[]) => string | null;

/**
 * Loads the names with which the server cites the books of an edition, and cites with them. Rejects with
 * LecternProblem, or with TypeError on a network error. [D71]
 */
export async function openEditionFormat({ client }: Session, slug: string): Promise<CitePassages> {
  const { data } = await client.GET('/v1/translations/{slug}/names', { params: { path: { slug } } });
  const names = new Map(data.books.map(({ book_id, cited }) => [book_id, cited]));
  const language = toLanguage(data.language_tag?.split('-')[0] ?? '') ?? 'und';
  return (passages) =>
    passages.every(({ book_id }) => names.has(book_id))
      ? citePassageRanges(passages, language, (id) => names.get(id)!)
      : null;
}

/** Loads the names of books. Rejects with LecternProblem, or with TypeError on a network error. */
export async function openPassageFormat(session: Session, language: string): Promise<FormatPassages> {
  const books = new Map((await fetchBooks(session, language)).map(({ id, name }) => [id, name]));
  const format = toLanguage(language) ?? 'en';
  return (passages) => citePassageRanges(passages, format, (id) => books.get(id) ?? `${id}`);
}
