import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changeLiveSettings } from '../../domain/live/change-settings.ts';
import type { Representations } from '../../domain/live/representations.ts';
import { changePaging } from '../../domain/live/transitions.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { parseDistinctTranslations } from './distinct-translations.ts';

export interface SettingsServices extends OperationServices {
  readonly editions: Editions;
  readonly representations: Representations;
}

/** Adds the operations for the reference and translations of a Live. [GET settings], [D19] */
export function addSettings(app: FastifyInstance, services: SettingsServices): void {
  const { lives, representations } = services;

  addOperation(app, services, 'getSettings', { response: schema.Settings }, ({ live }) => ({
    body: () => representations.bytes(live, 'settings', () => representations.toSettings(live)),
    etag: lives.validators.etag(live.record),
  }));

  addOperation(
    app,
    services,
    'updateSettings',
    { body: schema.UpdateSettingsBody, response: schema.Settings },
    async ({ live, body, write }) => {
      const translations = body.translations && parseDistinctTranslations(body.translations);
      const state = await changeLiveSettings(services, live.record.id, write, { ...body, translations });
      return { body: representations.toSettings(state), etag: lives.validators.etag(state.record) };
    },
  );
}

/** Adds the operations for the paging of a Live. [D54] */
export function addPaging(app: FastifyInstance, services: OperationServices): void {
  const { lives } = services;

  addOperation(app, services, 'getPaging', { response: schema.Paging }, ({ live: { record } }) => ({
    body: record.paging,
    etag: lives.validators.etag(record),
  }));

  addOperation(
    app,
    services,
    'updatePaging',
    { body: schema.UpdatePagingBody, response: schema.Paging },
    async ({ live, body, write }) => {
      const { state } = await lives.write(live.record.id, {
        ...write,
        apply: (current) => changePaging(current, body),
      });
      return { body: state.record.paging, etag: lives.validators.etag(state.record) };
    },
  );
}
