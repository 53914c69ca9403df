import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/operators.ts';
import type { OperatorPresence } from '../../domain/live/reading/operators.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface OperatorsServices extends OperationServices {
  readonly operators: OperatorPresence;
}

/** Adds the operation that lists the present operators of a Live. [D64] */
export function addOperators(app: FastifyInstance, services: OperatorsServices): void {
  const { operators } = services;
  addOperation(app, services, 'listOperators', { response: schema.Operators }, async ({ live }) => ({
    body: { data: await operators.list(live.record.id) },
  }));
}
