import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { SETTINGS_TRANSLATIONS_MAX } from '../../contract/limits.ts';
import { Chapter, ChapterQuery } from '../../contract/schemas/lookup.ts';
import { readChapter } from '../../domain/scripture/chapter.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { requireTranslations } from '../../domain/scripture/passage.ts';
import { relatedBookIds } from '../../domain/scripture/related-books.ts';
import { findLiveEditions } from '../../domain/scripture/shown-editions.ts';
import type { Owner } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { parsePathNumber } from '../operation/path-number.ts';

export interface ChaptersServices extends OperationServices {
  readonly editions: Editions;
}

/** Adds the operation that reads a chapter in the translations of a Live. [D59] */
export function addChapters(app: FastifyInstance, services: ChaptersServices): void {
  const { editions } = services;

  /** Parses the chapter of the path. Rejects with `not_found` if no translation in the library has the book. */
  const requireResource = async (params: Readonly<Record<string, string>>, { owner }: Principal) => {
    const [bookId, chapter] = [parsePathNumber(params.book_id!), parsePathNumber(params.chapter!)];
    const { library } = await findLiveEditions(editions, owner, []);
    const family = relatedBookIds(bookId);
    if (chapter === 0 || !library.some(({ bookIds }) => family.some((id) => bookIds.includes(id)))) throw noChapter();
    return { bookId, chapter };
  };

  addOperation(
    app,
    services,
    'getChapter',
    { query: ChapterQuery, response: Chapter, requireResource },
    async ({ live: { record }, owner, resource, query }) => {
      const choices =
        query.translations === undefined
          ? (await findLiveEditions(editions, owner, record.translations)).choices
          : [await requireDistinct(editions, owner, query.translations)];
      const chapter = await readChapter(editions, choices, resource.bookId, resource.chapter);
      if (!chapter) throw noChapter();
      return { body: chapter, compressible: true };
    },
  );
}

const noChapter = () => new LecternError('not_found', 'None of the translations has this chapter.');

/** Returns the editions of a comma-separated list of slugs. Throws `invalid_fields` and `edition_not_enabled`. */
async function requireDistinct(editions: Editions, owner: Owner, text: string) {
  const slugs = text.toLowerCase().split(',');
  const refuse = (message: string) => {
    throw new LecternError('invalid_fields', undefined, { errors: [{ parameter: 'translations', message }] });
  };
  if (slugs.length > SETTINGS_TRANSLATIONS_MAX) refuse(`must name at most ${SETTINGS_TRANSLATIONS_MAX} translations`);
  const found = await requireTranslations(editions, owner, slugs);
  if (new Set(slugs).size < slugs.length) refuse('must not name a translation twice');
  return found;
}
