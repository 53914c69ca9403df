import type { FastifyInstance } from 'fastify';
import { References, ReferencesQuery } from '../../contract/schemas/search.ts';
import { parsePassage, prepareReferences } from '../../domain/scripture/reference.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** What is needed to read references is made ready a step at a time, with room for requests between. */
const PREPARE_STEP_MS = 100;

/** What a typed reference may mean. [D32] */
export function addReferences(app: FastifyInstance, services: Services): void {
  addOperation(app, services, 'listReferences', { query: ReferencesQuery, response: References }, ({ query }) => {
    const { candidates, ambiguous } = parsePassage(query.q, query.language);
    return { body: { data: candidates, ambiguous } };
  });
  prepareInSteps(app, services);
}

/** When the first comes to work: until then it would only take memory. */
function prepareInSteps(app: FastifyInstance, { authenticator }: Services): void {
  const steps = prepareReferences();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(takeStep, PREPARE_STEP_MS).unref();
  };
  const takeStep = () => {
    if (!steps.next().done) wait();
  };
  void authenticator.first.then(wait);
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
}
