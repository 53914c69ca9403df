import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import * as schema from '../../contract/schemas/live.ts';
import { changeSettings } from '../../domain/live/transitions.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';
import { requireInstalledSomewhere, requirePassage, requireTranslations } from '../../domain/scripture/passage.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** Reference and translations of a Live. [GET settings], [D19] */
export function addSettings(app: FastifyInstance, services: Services): void {
  const { lives, editions, representations } = services;

  addOperation(app, services, 'getSettings', { response: schema.Settings }, ({ live }) => ({
    body: () => representations.bytes(live, 'settings', () => representations.toSettings(live)),
    etag: lives.validators.etag(live.record),
  }));

  addOperation(
    app,
    services,
    'updateSettings',
    { body: schema.UpdateSettingsBody, response: schema.Settings },
    async ({ live, body, write, owner }) => {
      const passage = typeof body.reference === 'string' ? requirePassage(body.reference) : null;
      const translations = body.translations && requireDistinctSlugs(body.translations);
      const reference = body.reference === undefined ? undefined : (passage?.reference ?? null);
      const { state } = await lives.write(live.record.id, {
        ...write,
        apply: async () => {
          if (passage) await requireInstalledSomewhere(editions, passage);
          if (translations) await requireTranslations(editions, owner, translations);
          return changeSettings({ reference, translations });
        },
      });
      return { body: representations.toSettings(state), etag: lives.validators.etag(state.record) };
    },
  );
}

/** Throws `invalid_fields`. [D19], [D28] */
function requireDistinctSlugs(texts: readonly string[]): string[] {
  const slugs = texts.map((text, index) => parseSlug(text) ?? refuse(index, 'is no slug of an edition'));
  slugs.forEach((slug, index) => {
    if (slugs.indexOf(slug) !== index) refuse(index, 'is named twice');
  });
  return slugs;
}

function refuse(index: number, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/translations/${index}`, message }] });
}
