import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import * as schema from '../../contract/schemas/live.ts';
import { clear } from '../../domain/live/changes/transitions.ts';
import { type PushedPassages, pushPassage } from '../../domain/live/push-passage.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import type { OperationResult } from '../responses/operation-result.ts';
import { requireDistinctTranslations } from './distinct-translations.ts';
import { bodyInView, NowViewQuery } from './now-view.ts';
import { skippedHeader } from './skipped-header.ts';

export interface StackServices extends OperationServices {
  readonly editions: Editions;
  readonly representations: Representations;
  readonly summaries: LiveSummaries;
}

/** Adds the operations that push scripture onto a Live and clear it. [Stack operations], [D17], [D50] */
export function addStack(app: FastifyInstance, services: StackServices): void {
  const { lives, editions, representations, summaries, config } = services;
  const pushing = { lives, editions, queueItems: config.queueItems };
  const toResult = async (
    { state, added, skipped }: PushedPassages,
    query: Static<typeof NowViewQuery>,
  ): Promise<OperationResult> => ({
    body: await bodyInView(summaries, query, state, () => representations.toStackResult(state, added.length, added)),
    etag: lives.validators.etag(state.record),
    ...skippedHeader(skipped),
  });

  addOperation(
    app,
    services,
    'pushStack',
    { body: schema.PushStackBody, query: NowViewQuery, response: schema.StackResult },
    async ({ live, query, body: { reference }, write }) => {
      const translations = reference.translation === undefined ? undefined : [reference.translation];
      const push = { passages: { reference }, translations };
      return toResult(await pushPassage(pushing, live.record.id, write, push), query);
    },
  );

  addOperation(
    app,
    services,
    'pushPassage',
    { body: schema.PushPassageBody, query: NowViewQuery, response: schema.StackResult },
    async ({ live, query, body: { passage, translations, replace, focus }, write }) => {
      if (replace && focus === false) refuseReplacing();
      const push = {
        passages: passage,
        translations: translations && requireDistinctTranslations(translations),
        replace,
        focus,
      };
      return toResult(await pushPassage(pushing, live.record.id, write, push), query);
    },
  );

  const cleared = { query: NowViewQuery, response: schema.StackResult };
  addOperation(app, services, 'clearStack', cleared, async ({ live, query, write }) => {
    let removed = 0;
    const { state } = await lives.write(live.record.id, {
      ...write,
      apply: (current) => {
        removed = current.items.length;
        return clear();
      },
    });
    const body = await bodyInView(summaries, query, state, () => representations.toStackResult(state, removed, []));
    return { body, etag: lives.validators.etag(state.record) };
  });
}

function refuseReplacing(): never {
  throw new LecternError('invalid_fields', 'A push that replaces the queue always shows the passage.', {
    errors: [{ pointer: '/focus', message: 'must not be false together with replace' }],
  });
}
