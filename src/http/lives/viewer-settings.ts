import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changePhones, changeViewerSettings } from '../../domain/live/changes/transitions.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';

export interface ViewerSettingsServices extends OperationServices {
  readonly representations: Representations;
}

/** Adds the operations for the viewer settings of a Live. [D21] */
export function addViewerSettings(app: FastifyInstance, services: ViewerSettingsServices): void {
  const { lives, representations } = services;

  addOperation(app, services, 'getViewerSettings', { response: schema.ViewerSettings }, ({ live }) => ({
    body: () => representations.bytes(live, 'viewer settings', () => live.record.viewerSettings),
    etag: lives.validators.etag(live.record),
  }));

  addLiveWrite(
    app,
    services,
    'updateViewerSettings',
    { body: schema.UpdateViewerSettingsBody, response: schema.ViewerSettings },
    ({ body }) => ({ apply: (current) => changeViewerSettings(current, body) }),
    ({ record }) => record.viewerSettings,
  );
}

/** Adds the operations for the parts of reader pages. [D73] */
export function addPhones(app: FastifyInstance, services: OperationServices): void {
  const { lives } = services;

  addOperation(app, services, 'getPhones', { response: schema.Phones }, ({ live }) => ({
    body: live.record.phones,
    etag: lives.validators.etag(live.record),
  }));

  addLiveWrite(
    app,
    services,
    'updatePhones',
    { body: schema.UpdatePhonesBody, response: schema.Phones },
    ({ body }) => ({ apply: (current) => changePhones(current, body) }),
    ({ record }) => record.phones,
  );
}
