import { signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { SlideReference } from '../../../src/contract/schemas/presentation.ts';
import { toLanguage } from '../../../src/locales/languages.ts';
import { fetchEditions, type LibraryEdition } from '../../session/fetch-editions.ts';
import { fetchLives } from '../../session/fetch-lives.ts';
import type { Session } from '../../session/session.ts';

const BOOKS_LIMIT = 100;

type Book = Success<paths['/v1/books']['get']>['data'][number];
export type ReadReference = Success<paths['/v1/references']['get']>['data'][number];
export type ChapterText = Success<paths['/v1/lives/{live_id}/chapters/{book_id}/{chapter}']['get']>;

/** Verses of a reference in one edition. */
export interface ReferenceText {
  readonly chapter: ChapterText;
  readonly edition: LibraryEdition;
  readonly verses: readonly { readonly verse: number; readonly text: string }[];
}

export type ScriptureLookup = ReturnType<typeof openScriptureLookup>;

/**
 * Looks up references and their texts. Chapters are read through a Live of the organization, and kept. Its methods
 * reject with LecternProblem, or with TypeError on a network error.
 */
export function openScriptureLookup(session: Session, language: string) {
  const { client } = session;
  const books = signal<ReadonlyMap<number, Book>>(new Map());
  const interfaceLanguage = toLanguage(language) ?? 'en';
  const separator = interfaceLanguage === 'de' ? ',' : ':';
  const chapters = new Map<string, Promise<ChapterText>>();
  let isLoadingBooks = false;
  let editions: Promise<readonly LibraryEdition[]> | undefined;
  let liveId: Promise<string | null> | undefined;

  /** Loads the names of the books when the first reference is shown. */
  const loadBooks = () => {
    if (isLoadingBooks) return;
    isLoadingBooks = true;
    client.GET('/v1/books', { params: { query: { limit: BOOKS_LIMIT } } }).then(
      ({ data }) => {
        books.value = new Map(data.data.map((book) => [book.id, book]));
      },
      // References show only their numbers until the next one is shown.
      () => {
        isLoadingBooks = false;
      },
    );
  };

  const loadEditions = () => {
    editions ??= fetchEditions(session).catch((error: unknown) => {
      editions = undefined;
      throw error;
    });
    return editions;
  };
  const findLive = () => {
    liveId ??= fetchLives(session).then(
      (lives) => lives[0]?.id ?? null,
      (error: unknown) => {
        liveId = undefined;
        throw error;
      },
    );
    return liveId;
  };
  const readChapter = (live_id: string, book_id: number, chapter: number, translations: string) => {
    const key = `${book_id} ${chapter} ${translations}`;
    const known = chapters.get(key);
    if (known) return known;
    const read = client
      .GET('/v1/lives/{live_id}/chapters/{book_id}/{chapter}', {
        params: { path: { live_id, book_id, chapter: String(chapter) }, query: { translations } },
      })
      .then(({ data }) => data);
    chapters.set(key, read);
    read.catch(() => chapters.delete(key));
    return read;
  };

  return {
    editions: loadEditions,
    /** Formats a reference in the language of the page, without the edition. */
    format({ book_id, chapter, verse, end_verse }: SlideReference): string {
      loadBooks();
      const name = books.value.get(book_id)?.names[interfaceLanguage] ?? '';
      const verses = verse === undefined ? '' : `${separator}${verse}`;
      const end = end_verse === undefined || end_verse === verse ? '' : `–${end_verse}`;
      return chapter === undefined ? name : `${name} ${chapter}${verses}${end}`;
    },
    async parse(typed: string) {
      const { data } = await client.GET('/v1/references', { params: { query: { q: typed } } });
      return data;
    },
    /** Returns the text of a reference. Null if the library has no edition or no Live exists, or for a whole book. */
    async read(reference: SlideReference): Promise<ReferenceText | null> {
      const [library, live] = await Promise.all([loadEditions(), findLive()]);
      const { translation, chapter: number } = reference;
      const edition = translation === undefined ? library[0] : library.find(({ slug }) => slug === translation);
      if (!edition || live === null || number === undefined) return null;
      const chapter = await readChapter(live, reference.book_id, number, edition.slug);
      const { verse: first = 0, end_verse: end = reference.verse ?? Number.POSITIVE_INFINITY } = reference;
      const verses = chapter.lines.flatMap(({ texts }) =>
        texts.filter(({ verse }) => verse >= first && verse <= end).map(({ verse, text }) => ({ verse, text })),
      );
      return { chapter, edition, verses };
    },
  };
}
