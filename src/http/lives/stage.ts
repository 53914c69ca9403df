import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/stage.ts';
import { requireStage, toStage } from '../../domain/live/stage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

/** The message to those on stage. [D62] */
export function addStage(app: FastifyInstance, services: OperationServices): void {
  const { lives } = services;

  addOperation(app, services, 'getStage', { response: schema.Stage }, ({ live }) => ({
    body: toStage(live.aside.stage),
  }));

  addOperation(
    app,
    services,
    'updateStage',
    { body: schema.StageBody, response: schema.Stage },
    async ({ live, body, write }) => {
      const stage = requireStage(body);
      await lives.setStage(live.record.id, write, stage);
      return { body: toStage(stage) };
    },
  );
}
