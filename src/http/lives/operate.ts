import type { FastifyInstance } from 'fastify';
import { EmptyBody } from '../../contract/schemas/live.ts';
import { Now } from '../../contract/schemas/now.ts';
import * as schema from '../../contract/schemas/operating.ts';
import { newId } from '../../domain/identifiers.ts';
import { extend, requireExtend } from '../../domain/live/changes/extend.ts';
import { endInterruption } from '../../domain/live/changes/interrupt.ts';
import { recall } from '../../domain/live/changes/recall.ts';
import { requireShowTranslations, showTranslations } from '../../domain/live/changes/show-translations.ts';
import { createStepWrite, toStepContext } from '../../domain/live/changes/step-write.ts';
import { pushPassage } from '../../domain/live/push-passage.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { LiveState, Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { parseDistinctTranslations, requireDistinctTranslations } from './distinct-translations.ts';
import { addLiveWrite } from './live-write.ts';
import { skippedHeader } from './skipped-header.ts';

export interface OperateServices extends OperationServices {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly snapshots: Snapshots;
  readonly summaries: LiveSummaries;
}

/**
 * Adds the operations that change the page on air: step, extend, interrupt, return, recall and translations. [D56],
 * [D57]
 */
export function addOperate(app: FastifyInstance, services: OperateServices): void {
  const { lives, storage, editions, snapshots, summaries, config } = services;
  const parts = { editions, snapshots, queueItems: config.queueItems };
  const toNow = (state: LiveState) => summaries.toSummary(state);

  addLiveWrite(
    app,
    services,
    'step',
    { body: schema.StepBody, response: Now },
    ({ body }) => createStepWrite(parts, body),
    toNow,
  );

  addLiveWrite(
    app,
    services,
    'extend',
    { body: schema.ExtendBody, response: Now },
    ({ body: { by } }) => ({
      requireAllowed: (current) => requireExtend(current, by),
      apply: editions.optimistic((current: LiveState, consistency) =>
        extend(current, by, toStepContext(parts, current, consistency)),
      ),
    }),
    toNow,
  );

  addOperation(
    app,
    services,
    'interrupt',
    { body: schema.InterruptBody, response: Now },
    async ({ live, body: { passage, translations }, write }) => {
      const push = {
        passages: passage,
        translations: translations && requireDistinctTranslations(translations),
        interrupts: true,
      } as const;
      const { state, skipped } = await pushPassage(
        { lives, editions, queueItems: config.queueItems },
        live.record.id,
        write,
        push,
      );
      return { body: await toNow(state), etag: lives.validators.etag(state.record), ...skippedHeader(skipped) };
    },
  );

  addLiveWrite(
    app,
    services,
    'showTranslations',
    { body: schema.ShowTranslationsBody, response: Now },
    ({ body }) => {
      const slugs = parseDistinctTranslations(body.translations);
      return {
        requireAllowed: requireShowTranslations,
        apply: editions.optimistic((current: LiveState, consistency) =>
          showTranslations(current, slugs, {
            editions,
            owner: current.record.owner,
            consistency,
            maxItems: config.queueItems,
            newId,
          }),
        ),
      };
    },
    toNow,
  );

  addLiveWrite(
    app,
    services,
    'return',
    { body: EmptyBody, response: Now },
    () => ({ running: true, apply: endInterruption }),
    toNow,
  );

  addLiveWrite(
    app,
    services,
    'recall',
    { body: schema.RecallBody, response: Now },
    ({ body }) => ({
      running: true,
      apply: (current) =>
        recall(current, body.entry_id, {
          lives: storage.lives,
          loadRevisions: (ids) => editions.loadRevisions(ids),
          maxItems: config.queueItems,
          newId,
        }),
    }),
    toNow,
  );
}
