import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changeLiveSettings } from '../../domain/live/change-settings.ts';
import { changePaging } from '../../domain/live/changes/transitions.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { LiveRecord } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { parseDistinctTranslations, refuseTranslation } from './distinct-translations.ts';
import { addLiveWrite } from './live-write.ts';

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
export function addPaging(
  app: FastifyInstance,
  services: OperationServices & Pick<SettingsServices, 'editions'>,
): void {
  const { lives, editions } = services;
  /** Returns the paging, without keys of editions that have left the library. */
  const toPaging = async ({ owner, paging: { keys, ...pages } }: LiveRecord) => {
    const enabled = keys && (await editions.enabled(owner));
    return { ...pages, keys: enabled ? keys.filter((slug) => enabled.has(slug)) : null };
  };

  addOperation(app, services, 'getPaging', { response: schema.Paging }, async ({ live: { record } }) => ({
    body: await toPaging(record),
    etag: lives.validators.etag(record),
  }));

  addLiveWrite(
    app,
    services,
    'updatePaging',
    { body: schema.UpdatePagingBody, response: schema.Paging },
    ({ body }) => {
      const keys = body.keys && parseDistinctTranslations(body.keys, 'keys');
      const change = { ...body, ...(keys && { keys }) };
      return {
        apply: async (current) => {
          const enabled = keys && (await editions.enabled(current.record.owner));
          const missing = enabled ? keys.findIndex((slug) => !enabled.has(slug)) : -1;
          if (missing >= 0) refuseTranslation('keys', missing, 'is not in the library');
          return changePaging(current, change);
        },
      };
    },
    ({ record }) => toPaging(record),
  );
}
