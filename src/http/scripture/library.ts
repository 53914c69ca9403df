import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import type { OperationId } from '../../contract/operations.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { PhoneOffer, PhoneOfferBody, TranslationEditionPage } from '../../contract/schemas/translation.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { PhoneEditions } from '../../domain/scripture/phone-editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { requireSlugCursor, toEditionPage } from './scripture.ts';

export interface LibraryServices extends OperationServices {
  readonly editions: Editions;
  readonly phoneEditions: PhoneEditions;
}

/** Adds the operations for the library of an account or organization. [D29] */
export function addLibrary(app: FastifyInstance, services: LibraryServices): void {
  const { editions, phoneEditions } = services;

  const addList = (id: OperationId) =>
    addOperation(
      app,
      services,
      id,
      { query: pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS), response: TranslationEditionPage },
      async ({ owner, query }) => {
        const limit = query.limit ?? PAGE_DEFAULT_ITEMS;
        const after = requireSlugCursor(query.after);
        const body = toEditionPage(await editions.listEnabled(owner, { limit: limit + 1, after }), limit);
        return { body, compressible: true };
      },
    );
  addList('listAccountTranslations');
  addList('listOrganizationTranslations');

  const requireResource = ({ slug }: Readonly<Record<string, string>>) => editions.require(slug!);

  /** Adds an operation that enables an edition. It is idempotent and always responds with 204. */
  const addEnabling = (id: OperationId) =>
    addOperation(app, services, id, { requireResource }, async (context) => {
      const { owner, params } = context;
      await context.recheck();
      await editions.enable(owner, params.slug!, context.actor);
      return {};
    });
  addEnabling('enableAccountTranslation');
  addEnabling('enableOrganizationTranslation');

  const addDisabling = (id: OperationId) =>
    addOperation(app, services, id, { requireResource }, async (context) => {
      const { owner, params } = context;
      await context.recheck();
      if (!(await editions.disable(owner, params.slug!, context.actor))) {
        throw new LecternError('not_found', `The library does not contain "${params.slug}".`);
      }
      return {};
    });
  addDisabling('disableAccountTranslation');
  addDisabling('disableOrganizationTranslation');

  const requireInLibrary = <Offer>(offer: Offer | null, slug: string): Offer => {
    if (offer === null) throw new LecternError('not_found', `The library does not contain "${slug}".`);
    return offer;
  };
  for (const kind of ['Account', 'Organization'] as const) {
    addOperation(
      app,
      services,
      `get${kind}TranslationPhones`,
      { response: PhoneOffer, requireResource },
      async ({ owner, resource }) => ({
        body: requireInLibrary(await phoneEditions.find(owner, resource), resource.slug),
      }),
    );
    addOperation(
      app,
      services,
      `set${kind}TranslationPhones`,
      { body: PhoneOfferBody, response: PhoneOffer, requireResource },
      async (context) => {
        const { owner, resource, body, actor } = context;
        await context.recheck();
        return { body: requireInLibrary(await phoneEditions.set(owner, resource, body.phones, actor), resource.slug) };
      },
    );
  }
}
