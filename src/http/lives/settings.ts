import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { REFERENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/live.ts';
import { changeSettings } from '../../domain/live/transitions.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';
import { requireInstalledSomewhere } from '../../domain/scripture/existing-passages.ts';
import { requireTranslations } from '../../domain/scripture/passage.ts';
import { languageOf, requireTyped } from '../../domain/scripture/typed-passages.ts';
import { addOperation } from '../operation/operation.ts';
import type { Services } from '../services.ts';
import { refuseTranslation, requireDistinct } from './distinct-translations.ts';

/** Reference and translations of a Live. [GET settings], [D19] */
export function addSettings(app: FastifyInstance, services: Services): void {
  const { lives, editions, representations } = services;

  /** Throws `invalid_reference`, also for one that could not be sent as it would be kept. */
  const readReference = async (text: string, slugs: readonly string[]) => {
    const named = await Promise.all(slugs.map((slug) => editions.find(slug)));
    const typed = await requireTyped(editions, text, languageOf(named.filter((edition) => edition !== null)));
    if (typed.reference.length <= REFERENCE_MAX_CHARACTERS) return typed;
    throw new LecternError('invalid_reference', `"${typed.reference}" is longer than a reference may be.`);
  };

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
      const translations = body.translations && requireDistinctSlugs(body.translations);
      const { state } = await lives.write(live.record.id, {
        ...write,
        // A reference is judged last, with all that needs the state. [D4]
        apply: async ({ record }) => {
          const typed =
            typeof body.reference === 'string'
              ? await readReference(body.reference, translations ?? record.translations)
              : null;
          const reference = body.reference === undefined ? undefined : (typed?.reference ?? null);
          if (typed) await requireInstalledSomewhere(editions, typed.passages);
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
  return requireDistinct(
    texts.map((text, index) => parseSlug(text) ?? refuseTranslation(index, 'is no slug of an edition')),
  );
}
