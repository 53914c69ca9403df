import type { FastifyInstance } from 'fastify';
import { hasScope, type Principal } from '../../auth/principal.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { References, ReferencesQuery } from '../../contract/schemas/search.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { filterExistingPassages } from '../../domain/scripture/existing-passages.ts';
import { loadEditionNames } from '../../domain/scripture/load-edition-names.ts';
import { readNamed } from '../../domain/scripture/lookup/lookup-reading.ts';
import { readInAnyLanguage } from '../../domain/scripture/names/read-with-names.ts';
import { candidatePassages, rankReadings, warmUpReferences } from '../../domain/scripture/references/reference.ts';
import { citePassages } from '../../domain/scripture/references/reference-format.ts';
import { findLiveEditions } from '../../domain/scripture/shown-editions.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

/** Pause between the steps that load the reference parser, so that requests run in between. */
const PREPARE_STEP_MS = 100;
const PREPARE_AGAIN_MS = 10_000;

export interface ReferencesServices extends OperationServices {
  readonly editions: Editions;
}

/** Adds the operation that parses a typed reference. [D32] */
export function addReferences(app: FastifyInstance, services: ReferencesServices): void {
  const { editions, lives } = services;

  /** Lists the editions that decide whether a candidate exists. */
  const listEditions = async (
    liveId: string | undefined,
    principal: Principal,
  ): Promise<{ readonly among: readonly EditionRecord[]; readonly live: readonly EditionRecord[] }> => {
    if (liveId === undefined) return { among: await editions.listInstalled('cached'), live: [] };
    requireLiveGet(principal);
    const { record } = await lives.require(liveId, principal.owner);
    const slugs = record.translations.length > 0 ? record.translations : [...(await editions.enabled(principal.owner))];
    const found = await Promise.all(slugs.map((slug) => editions.find(slug)));
    const among = found.filter((edition) => edition !== null);
    return { among, live: record.translations.length > 0 ? among : [] };
  };

  addOperation(
    app,
    services,
    'listReferences',
    { query: ReferencesQuery, response: References },
    async ({ query, principal }) => {
      const { among, live } = await listEditions(query.live_id, principal);
      const { library } = await findLiveEditions(editions, principal.owner, []);
      const names = await loadEditionNames(editions, live, library);
      const catalog = await editions.listAll('cached');
      const available = catalog.filter(({ revisionId }) => revisionId !== null);
      const { readings, edition } = readNamed(query.q, { available, catalog }, (text) =>
        readInAnyLanguage(text, query.language, names),
      );
      const exists = await filterExistingPassages(
        editions,
        among,
        readings.flatMap(({ passages }) => passages),
      );
      const { candidates, ambiguous } = rankReadings(readings, exists);
      const named = edition === undefined ? {} : { edition: edition?.slug ?? null };
      const data = candidates.map((each) => ({
        ...each,
        reference: query.language ? citePassages(candidatePassages(each), query.language) : each.reference,
      }));
      return { body: { data, ambiguous, ...named } };
    },
  );
  prepareInSteps(app, services);
}

/** Requires the scope to read a Live, because the result depends on its settings. Throws `insufficient_scope`. */
function requireLiveGet(principal: Principal): void {
  if (hasScope(principal, 'live.get')) return;
  throw new LecternError('insufficient_scope', 'With live_id this operation also requires live.get.', {
    scopes: ['translation.list', 'live.get'],
  });
}

/**
 * Loads the parser after the first authentication, because an idle server does not need the memory. Retries failed
 * steps.
 */
function prepareInSteps(app: FastifyInstance, { authenticator, log }: ReferencesServices): void {
  let steps = warmUpReferences();
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    timer = setTimeout(takeStep, ms).unref();
  };
  const takeStep = () => {
    try {
      if (!steps.next().done) wait(PREPARE_STEP_MS);
    } catch (error) {
      log.warn({ err: error }, 'loading the reference parser failed and will be retried');
      steps = warmUpReferences();
      wait(PREPARE_AGAIN_MS);
    }
  };
  void authenticator.firstAuthentication.then(() => wait(PREPARE_STEP_MS));
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
}
