import type { Chapter } from '../../src/contract/schemas/lookup.ts';
import type { Session } from './session.ts';

/**
 * Fetches a chapter in `translations`, slugs separated by commas, or else in those of the Live. Rejects with
 * LecternProblem, or with TypeError on a network error.
 */
export async function fetchChapter(
  { client }: Session,
  liveId: string,
  bookId: number,
  chapter: number,
  translations?: string,
): Promise<Chapter> {
  const { data } = await client.GET('/v1/lives/{live_id}/chapters/{book_id}/{chapter}', {
    params: {
      path: { live_id: liveId, book_id: bookId, chapter: `${chapter}` },
      query: translations === undefined ? {} : { translations },
    },
  });
  return data;
}
