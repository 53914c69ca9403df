import type { paths, Success } from '../../../../clients/typescript/src/index.ts';
import type { SlideReference } from '../../../../src/contract/schemas/presentation.ts';
import { type PreviewPassage, toPreviewPassage } from '../../../preview/preview-states.ts';
import { openChapterReader, type ReadChapter } from '../../../session/chapter-reader.ts';
import { fetchEditions, type LibraryEdition } from '../../../session/fetch-editions.ts';
import { fetchLives } from '../../../session/fetch-lives.ts';
import type { Session } from '../../../session/session.ts';

export type ReadReference = Success<paths['/v1/references']['get']>['data'][number];

/**
 * Looks up references and their texts. Its methods reject with LecternProblem, or with TypeError on a network error.
 */
export interface ScriptureLookup {
  editions(): Promise<readonly LibraryEdition[]>;
  parse(typed: string): Promise<Success<paths['/v1/references']['get']>>;
  /** Returns the text of a reference. Null if the library has no edition or no Live exists, or for a whole book. */
  read(reference: SlideReference): Promise<PreviewPassage | null>;
}

export function openScriptureLookup(session: Session): ScriptureLookup {
  const editions = keepResult(() => fetchEditions(session));
  const openReader = keepResult(async (): Promise<ReadChapter | null> => {
    const [live] = await fetchLives(session);
    return live ? openChapterReader(session, live.id) : null;
  });
  return {
    editions,
    async parse(typed) {
      const { data } = await session.client.GET('/v1/references', { params: { query: { q: typed } } });
      return data;
    },
    async read({ book_id, chapter, verse, end_verse = verse, translation }) {
      const [library, readChapter] = await Promise.all([editions(), openReader()]);
      const edition = translation === undefined ? library[0] : library.find(({ slug }) => slug === translation);
      if (!edition || !readChapter || chapter === undefined) return null;
      return toPreviewPassage(await readChapter(book_id, chapter, edition.slug), edition, { verse, end_verse });
    },
  };
}

/** Returns a function that runs a task once and keeps its result. After a failure it runs the task again. */
function keepResult<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= task().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
