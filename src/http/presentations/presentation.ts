import type { FastifyInstance } from 'fastify';
import { LiveDisplay } from '../../contract/schemas/live.ts';
import { PresentBody } from '../../contract/schemas/presentation.ts';
import type { Representations } from '../../domain/live/representations.ts';
import { leavePresentation, present } from '../../domain/live/transitions.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface PresentationServices extends OperationServices {
  readonly snapshots: Snapshots;
  readonly representations: Representations;
}

/** Adds the operations that start and leave presentation mode. [D27] */
export function addPresentation(app: FastifyInstance, services: PresentationServices): void {
  const { lives, snapshots, representations } = services;
  const toResult = (state: LiveState) => ({
    body: representations.toDisplay(state),
    etag: lives.validators.etag(state.record),
  });

  addOperation(
    app,
    services,
    'present',
    { body: PresentBody, response: LiveDisplay },
    async ({ live, owner, body, write }) => {
      const { snapshot_id: snapshotId, slide_id: slideId, index, blank } = body;
      const choice = { snapshotId, slideId, index, blank };
      const { state } = await lives.write(live.record.id, {
        ...write,
        running: true,
        apply: async (before) => present(before, await snapshots.select(owner.id, choice)),
      });
      return toResult(state);
    },
  );

  addOperation(app, services, 'leavePresentation', { response: LiveDisplay }, async ({ live, write }) => {
    const { state } = await lives.write(live.record.id, { ...write, apply: leavePresentation });
    return toResult(state);
  });
}
