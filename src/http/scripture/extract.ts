import type { FastifyInstance } from 'fastify';
import { ExtractBody, ExtractedReferences } from '../../contract/schemas/search.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { filterExistingPassages } from '../../domain/scripture/existing-passages.ts';
import { loadEditionNames } from '../../domain/scripture/load-edition-names.ts';
import { findEditionByLabel } from '../../domain/scripture/lookup/lookup-reading.ts';
import { extractReferences } from '../../domain/scripture/references/prose/extract-references.ts';
import { citePassages } from '../../domain/scripture/references/reference-format.ts';
import { findLiveEditions } from '../../domain/scripture/shown-editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface ExtractServices extends OperationServices {
  readonly editions: Editions;
}

/** Adds the operation that finds references in a text, such as an outline or a transcript. [D66] */
export function addExtract(app: FastifyInstance, services: ExtractServices): void {
  const { editions } = services;
  const schemas = { body: ExtractBody, response: ExtractedReferences };
  addOperation(app, services, 'extractReferences', schemas, async (context) => {
    const { text, language, spoken } = context.body;
    // The body can arrive long after the credential was checked.
    await context.recheck();
    const { library } = await findLiveEditions(editions, context.principal.owner, []);
    const names = await loadEditionNames(editions, [], library);
    const found = await extractReferences(text, { language, spoken, names });
    const installed = await editions.listInstalled('cached');
    const exists = await filterExistingPassages(
      editions,
      installed,
      found.flatMap(({ passages }) => passages),
    );
    const data = found.map(({ edition, ...each }) => ({
      ...each,
      reference: language ? citePassages(each.passages, language) : each.reference,
      exists: each.passages.every(exists),
      ...(edition !== undefined && { edition: findEditionByLabel(edition, installed)?.slug ?? null }),
    }));
    return { body: { data } };
  });
}
