import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { OperationId } from '../../contract/operations.ts';
import type { LiveWrite } from '../../domain/live/changes/live-writes.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { Context } from '../operation/context.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

/** The options of a write that its operation decides. */
type Change = Omit<LiveWrite, keyof Context<unknown, unknown>['write']>;

/**
 * Adds an operation that writes to a Live. `toChange` returns the change that a request asks for, or throws. `toBody`
 * returns the body of the response, which also has the ETag of the new state.
 */
export function addLiveWrite<Body extends TSchema = TSchema, Query extends TSchema = TSchema>(
  app: FastifyInstance,
  services: OperationServices,
  id: OperationId,
  schemas: { body?: Body; query?: Query; response?: TSchema },
  toChange: (context: Context<Static<Body>, Static<Query>>) => Change,
  toBody?: (state: LiveState, context: Context<Static<Body>, Static<Query>>) => object | Promise<object>,
): void {
  const { lives } = services;
  addOperation<Body, Query>(app, services, id, schemas, async (context) => {
    const { state } = await lives.write(context.live.record.id, { ...context.write, ...toChange(context) });
    const etag = lives.validators.etag(state.record);
    return toBody ? { body: await toBody(state, context), etag } : { etag };
  });
}
