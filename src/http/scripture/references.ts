import type { FastifyInstance } from 'fastify';
import { References, ReferencesQuery } from '../../contract/schemas/search.ts';
import { parsePassage } from '../../domain/scripture/reference.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** What a typed reference may mean. [D32] */
export function addReferences(app: FastifyInstance, services: Services): void {
  addOperation(app, services, 'listReferences', { query: ReferencesQuery, response: References }, ({ query }) => {
    const { candidates, ambiguous } = parsePassage(query.q, query.language);
    return { body: { data: candidates, ambiguous } };
  });
}
