import type { FastifyInstance } from 'fastify';
import { Now } from '../../contract/schemas/now.ts';
import * as schema from '../../contract/schemas/stage.ts';
import { parseStageMessage, toPublicStageMessage } from '../../domain/live/changes/stage-message.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface StageServices extends OperationServices {
  readonly snapshots: Snapshots;
  readonly summaries: LiveSummaries;
}

/** Adds the operations for the stage message and for countdowns. [D62], [D76] */
export function addStage(app: FastifyInstance, services: StageServices): void {
  const { lives, snapshots, summaries } = services;

  addOperation(app, services, 'getStage', { response: schema.Stage }, ({ live }) => ({
    body: toPublicStageMessage(live.backstage.stage),
  }));

  addOperation(
    app,
    services,
    'updateStage',
    { body: schema.StageBody, response: schema.Stage },
    async ({ live, body, write }) => {
      const stage = parseStageMessage(body, live.backstage.stage);
      await lives.setStage(live.record.id, write, () => stage);
      return { body: toPublicStageMessage(stage) };
    },
  );

  addOperation(
    app,
    services,
    'moveCountdown',
    { body: schema.MoveCountdownBody, response: Now },
    async ({ live, body, write }) => {
      const state = await lives.moveCountdowns(
        live.record.id,
        write,
        body.by_seconds,
        (shown) => snapshots.requireShown(shown).slide,
      );
      return { body: await summaries.toSummary(state), etag: lives.validators.etag(state.record) };
    },
  );
}
