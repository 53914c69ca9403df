import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { NO_NAMES } from '../../contract/book-names.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import * as schema from '../../contract/schemas/translation.ts';
import { directionOf } from '../../contract/text-direction.ts';
import { CANON } from '../../domain/scripture/canon.ts';
import { type Editions, parseSlug } from '../../domain/scripture/editions.ts';
import { citedBookName } from '../../domain/scripture/names/citations.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import type { OperationResult } from '../responses/operation-result.ts';

const PageQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

/** Headers of responses that rarely change. [D8] */
const CACHEABLE = { 'cache-control': 'private, max-age=300', vary: 'Authorization, Origin' };

export interface ScriptureServices extends OperationServices {
  readonly editions: Editions;
}

/** Adds the operations for the canonical books and the editions. [GET translation and GET books], [D28] */
export function addScripture(app: FastifyInstance, services: ScriptureServices): void {
  const { editions } = services;

  addOperation(app, services, 'listBooks', { query: PageQuery, response: schema.BookDefinitionPage }, ({ query }) => {
    const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
    const { after } = query;
    if (after !== undefined && !CANON.some(({ id }) => String(id) === after)) throw new LecternError('invalid_cursor');
    const rest = CANON.filter(({ id }) => id > Number(after ?? 0));
    const data = rest.slice(0, limit);
    return cacheable({ data, next_cursor: rest.length > limit ? String(data.at(-1)!.id) : null });
  });

  addOperation(
    app,
    services,
    'listTranslations',
    { query: PageQuery, response: schema.TranslationEditionPage },
    async ({ query }) => {
      const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
      return cacheable(
        toEditionPage(await editions.list({ limit: limit + 1, after: requireSlugCursor(query.after) }), limit),
      );
    },
  );

  const requireResource = ({ slug }: Readonly<Record<string, string>>) => editions.require(slug!);
  const response = schema.TranslationEdition;
  addOperation(app, services, 'getTranslation', { response, requireResource }, ({ resource }) =>
    cacheable(toEdition(resource)),
  );
  addOperation(
    app,
    services,
    'getTranslationNames',
    { response: schema.TranslationNames, requireResource },
    async ({ resource }) => ({ body: await toNames(editions, resource) }),
  );
}

function cacheable(body: object): OperationResult {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { body: text, etag, headers: CACHEABLE };
}

/** Parses the cursor of a list of editions, which is a slug. Throws `invalid_cursor`. [D28] */
export function requireSlugCursor(after: string | undefined): string | null {
  const slug = after === undefined ? null : parseSlug(after);
  if (after !== undefined && slug === null) throw new LecternError('invalid_cursor');
  return slug;
}

/** Builds a page of at most `limit` editions. `found` has one more if another page follows. */
export function toEditionPage(found: readonly EditionRecord[], limit: number) {
  const data = found.slice(0, limit).map(toEdition);
  return { data, next_cursor: found.length > limit ? data.at(-1)!.slug : null };
}

/** Returns the names of the books. All books are listed; a known edition without a text has none. [D71] */
async function toNames(
  editions: Editions,
  { slug, language, revisionId, bookIds }: EditionRecord,
): Promise<schema.TranslationNames> {
  if (revisionId === null) {
    const tag = language === 'und' ? null : language;
    return { slug, revision: null, language_tag: tag, direction: directionOf(tag), books: [] };
  }
  await editions.loadRevisions([revisionId]);
  const found = editions.requireRevision(revisionId);
  const { languageTag, bookNames } = found;
  const named = new Map(bookNames.map((book) => [book.bookId, book]));
  const books: schema.TranslationNames['books'] = [];
  for (const book_id of bookIds) {
    const { long, short, abbreviation } = named.get(book_id) ?? NO_NAMES;
    books.push({ book_id, long, short, abbreviation, cited: citedBookName(found, book_id) });
    // Reading a name for the first time takes a millisecond. Other requests continue in between.
    await nextTick();
  }
  return {
    slug,
    revision: revisionId,
    language_tag: languageTag,
    direction: directionOf(languageTag),
    books,
  };
}

function toEdition(edition: EditionRecord): schema.TranslationEdition {
  return {
    slug: edition.slug,
    name: edition.name,
    language: edition.language,
    book_ids: [...edition.bookIds],
    rights: edition.rights,
    installed: edition.revisionId !== null,
    provenance: edition.provenance,
  };
}
