import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import * as schema from '../../contract/schemas/live.ts';
import { clear } from '../../domain/live/changes/transitions.ts';
import { type PushedPassages, pushPassage } from '../../domain/live/push-passage.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import type { OperationResult } from '../responses/operation-result.ts';
import { requireDistinctTranslations } from './distinct-translations.ts';
import { skippedHeader } from './skipped-header.ts';

export interface StackServices extends OperationServices {
  readonly editions: Editions;
  readonly representations: Representations;
}

/** Adds the operations that push scripture onto a Live and clear it. [Stack operations], [D17], [D50] */
export function addStack(app: FastifyInstance, services: StackServices): void {
  const { lives, editions, representations, config } = services;
  const pushing = { lives, editions, queueItems: config.queueItems };
  const toResult = ({ state, added, skipped }: PushedPassages): OperationResult => ({
    body: representations.toStackResult(state, added.length, added),
    etag: lives.validators.etag(state.record),
    ...skippedHeader(skipped),
  });

  addOperation(
    app,
    services,
    'pushStack',
    { body: schema.PushStackBody, response: schema.StackResult },
    async ({ live, body: { reference }, write }) => {
      const translations = reference.translation === undefined ? undefined : [reference.translation];
      return toResult(await pushPassage(pushing, live.record.id, write, { passages: { reference }, translations }));
    },
  );

  addOperation(
    app,
    services,
    'pushPassage',
    { body: schema.PushPassageBody, response: schema.StackResult },
    async ({ live, body: { passage, translations, replace, focus }, write }) => {
      if (replace && focus === false) refuseReplacing();
      const push = {
        passages: passage,
        translations: translations && requireDistinctTranslations(translations),
        replace,
        focus,
      };
      return toResult(await pushPassage(pushing, live.record.id, write, push));
    },
  );

  addOperation(app, services, 'clearStack', { response: schema.StackResult }, async ({ live, write }) => {
    let removed = 0;
    const { state } = await lives.write(live.record.id, {
      ...write,
      apply: (current) => {
        removed = current.items.length;
        return clear();
      },
    });
    return { body: representations.toStackResult(state, removed, []), etag: lives.validators.etag(state.record) };
  });
}

function refuseReplacing(): never {
  throw new LecternError('invalid_fields', 'A push that replaces the queue always shows the passage.', {
    errors: [{ pointer: '/focus', message: 'must not be false together with replace' }],
  });
}
