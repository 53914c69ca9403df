import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changeViewerSettings } from '../../domain/live/transitions.ts';
import { addOperation } from '../operation/operation.ts';
import type { Services } from '../services.ts';

/** How viewers show a Live. [D21] */
export function addViewerSettings(app: FastifyInstance, services: Services): void {
  const { lives, representations } = services;

  addOperation(app, services, 'getViewerSettings', { response: schema.ViewerSettings }, ({ live }) => ({
    body: () => representations.bytes(live, 'viewer settings', () => live.record.viewerSettings),
    etag: lives.validators.etag(live.record),
  }));

  addOperation(
    app,
    services,
    'updateViewerSettings',
    { body: schema.UpdateViewerSettingsBody, response: schema.ViewerSettings },
    async ({ live, body, write }) => {
      const { state } = await lives.write(live.record.id, {
        ...write,
        apply: (present) => changeViewerSettings(present, body),
      });
      return { body: state.record.viewerSettings, etag: lives.validators.etag(state.record) };
    },
  );
}
