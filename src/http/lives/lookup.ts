import type { FastifyInstance } from 'fastify';
import { hasScope, type Principal } from '../../auth/principal.ts';
import { LOOKUP_DEFAULT_CANDIDATES } from '../../contract/limits.ts';
import { Lookup, LookupQuery } from '../../contract/schemas/lookup.ts';
import { lookUp } from '../../domain/lookup/look-up.ts';
import { RecentPassagesReader } from '../../domain/lookup/recent-passages.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface LookupServices extends OperationServices {
  readonly editions: Editions;
  readonly storage: Storage;
}

const readableDecks = (principal: Principal) => {
  if (!hasScope(principal, 'presentation.list')) return null;
  return hasScope(principal, 'presentation.get') ? 'content' : 'titles';
};

/** Adds the operation that suggests passages while a person types. [D58] */
export function addLookup(app: FastifyInstance, services: LookupServices): void {
  const { editions, storage } = services;
  const recent = new RecentPassagesReader(storage.lives);

  addOperation(
    app,
    services,
    'lookUp',
    { query: LookupQuery, response: Lookup },
    async ({ live: { record }, principal, query }) => ({
      body: await lookUp({ editions, storage, recent }, record, {
        q: query.q ?? '',
        limit: query.limit ?? LOOKUP_DEFAULT_CANDIDATES,
        decks: readableDecks(principal),
        words: hasScope(principal, 'translation.search'),
      }),
    }),
  );
}
