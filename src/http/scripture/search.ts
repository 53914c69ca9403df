import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { SEARCH_DEFAULT_VERSES } from '../../contract/limits.ts';
import type { OperationId } from '../../contract/operations.ts';
import { SearchPage, SearchQuery } from '../../contract/schemas/search.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { parseSearchQuery, type SearchPosition, searchEdition } from '../../domain/scripture/search.ts';
import type { FoundVerse, Storage } from '../../storage/storage.ts';
import type { CursorSigner } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

/** Shared by all searches, so that the cursor of another search is reported as a mismatch and not as invalid. */
const PURPOSE = 'search';

interface SearchCursor extends SearchPosition {
  /** Hash of owner, edition and query. */
  readonly search: string;
  readonly epoch: string;
}

export interface SearchServices extends OperationServices {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly cursors: CursorSigner;
}

/** Adds the operations that search an edition in the owner's library. [D31] */
export function addSearch(app: FastifyInstance, services: SearchServices): void {
  const { cursors, editions, storage } = services;

  const schemas = {
    query: SearchQuery,
    response: SearchPage,
    requireResource: ({ slug }: Readonly<Record<string, string>>) => editions.require(slug!, 'cached'),
    confirmResource: ({ slug }: Readonly<Record<string, string>>) => editions.require(slug!),
  };
  const add = (id: OperationId) =>
    addOperation(app, services, id, schemas, async ({ owner, resource: edition, query }) => {
      const parsed = parseSearchQuery(query.q);
      const search = createHash('sha256')
        .update(`${owner.id}\n${edition.slug}\n${query.q}`)
        .digest('base64url')
        .slice(0, 22);
      let position: SearchCursor | null = null;
      if (query.after !== undefined) {
        position = (cursors.verify(PURPOSE, query.after) ?? null) as SearchCursor | null;
        if (!position) throw new LecternError('invalid_cursor');
        if (position.search !== search) throw new LecternError('cursor_mismatch');
        if (position.epoch !== storage.epoch) throw new LecternError('stale_cursor');
      }
      const limit = query.limit ?? SEARCH_DEFAULT_VERSES;
      const { verses, total, next } = await searchEdition(storage, editions, owner, edition, parsed, limit, position);
      return {
        body: {
          data: verses.map(toVerse),
          total,
          next_cursor: next && cursors.sign(PURPOSE, { search, epoch: storage.epoch, ...next } satisfies SearchCursor),
        },
      };
    });
  add('searchTranslation');
  add('searchAccountTranslation');
}

const toVerse = ({ bookId, book, chapter, verse, text }: FoundVerse) => ({
  book_id: bookId,
  book,
  chapter,
  verse,
  text,
});
