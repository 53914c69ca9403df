import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import * as schema from '../../contract/schemas/translation.ts';
import { CANON } from '../../domain/scripture/canon.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import { type Answer, addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

const PageQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

/** What changes seldom and may be kept for a while. [D8] */
const CACHEABLE = { 'cache-control': 'private, max-age=300', vary: 'Authorization' };

/** The canonical books and the editions. [GET translation and GET books], [D28] */
export function addScripture(app: FastifyInstance, services: Services): void {
  const { editions } = services;

  addOperation(app, services, 'listBooks', { query: PageQuery, response: schema.BookDefinitionPage }, ({ query }) => {
    const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
    if (query.after !== undefined && !/^\d{1,9}$/.test(query.after)) throw new LecternError('invalid_cursor');
    const rest = CANON.filter((book) => book.id > Number(query.after ?? 0));
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
      const after = query.after === undefined ? null : parseSlug(query.after);
      if (query.after !== undefined && after === null) throw new LecternError('invalid_cursor');
      const found = await editions.list({ limit: limit + 1, after });
      const data = found.slice(0, limit).map(toEdition);
      return cacheable({ data, next_cursor: found.length > limit ? data.at(-1)!.slug : null });
    },
  );

  addOperation(app, services, 'getTranslation', { response: schema.TranslationEdition }, async ({ params }) => {
    const edition = await editions.find(params.slug!);
    if (!edition) throw new LecternError('not_found', `There is no edition "${params.slug}".`);
    return cacheable(toEdition(edition));
  });
}

function cacheable(body: object): Answer {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { body: text, etag, headers: CACHEABLE };
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
