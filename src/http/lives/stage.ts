import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/stage.ts';
import { parseStageMessage, toPublicStageMessage } from '../../domain/live/changes/stage-message.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

/** Adds the operations for the stage message. [D62] */
export function addStage(app: FastifyInstance, services: OperationServices): void {
  const { lives } = services;

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
      await lives.setStage(live.record.id, write, stage);
      return { body: toPublicStageMessage(stage) };
    },
  );
}
