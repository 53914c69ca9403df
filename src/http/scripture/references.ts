import type { FastifyInstance } from 'fastify';
import { References, ReferencesQuery } from '../../contract/schemas/search.ts';
import { parsePassage, prepareReferences } from '../../domain/scripture/reference.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** What is needed to read references is made ready when the start is over, a step at a time, with room for requests between. */
const PREPARE_AFTER_MS = 1_000;
const PREPARE_STEP_MS = 100;

/** What a typed reference may mean. [D32] */
export function addReferences(app: FastifyInstance, services: Services): void {
  addOperation(app, services, 'listReferences', { query: ReferencesQuery, response: References }, ({ query }) => {
    const { candidates, ambiguous } = parsePassage(query.q, query.language);
    return { body: { data: candidates, ambiguous } };
  });
  prepareInSteps(app);
}

function prepareInSteps(app: FastifyInstance): void {
  const steps = prepareReferences();
  let timer: NodeJS.Timeout | undefined;
  const takeStep = () => {
    if (!steps.next().done) timer = setTimeout(takeStep, PREPARE_STEP_MS).unref();
  };
  app.addHook('onListen', (done) => {
    timer = setTimeout(takeStep, PREPARE_AFTER_MS).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
}
