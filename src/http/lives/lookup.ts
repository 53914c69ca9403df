import type { FastifyInstance } from 'fastify';
import { hasScope } from '../../auth/principal.ts';
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
        decks: hasScope(principal, 'presentation.list'),
        words: hasScope(principal, 'translation.search'),
      }),
    }),
  );
}
