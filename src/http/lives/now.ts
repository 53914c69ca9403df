import type { FastifyInstance } from 'fastify';
import { PAGES_DEFAULT } from '../../contract/limits.ts';
import { Now, Pages, PagesQuery } from '../../contract/schemas/now.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import { requireReaderMode } from '../../domain/live/state/require-live.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface NowServices extends OperationServices {
  readonly summaries: LiveSummaries;
  readonly representations: Representations;
}

/** Adds the operations that read the state for a controller and the pages of the queue. [D55] */
export function addNow(app: FastifyInstance, services: NowServices): void {
  const { summaries, representations } = services;

  addOperation(app, services, 'getNow', { response: Now }, async ({ live }) => {
    const now = await summaries.toSummary(live);
    return { body: () => representations.bytes(live, 'now', () => now) };
  });

  addOperation(app, services, 'listPages', { query: PagesQuery, response: Pages }, ({ live, query }) => {
    requireReaderMode(live.record);
    const { from = 0, limit = PAGES_DEFAULT } = query;
    return { body: summaries.toPages(live, from, limit) };
  });
}
