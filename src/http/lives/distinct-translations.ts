import { LecternError } from '../../contract/lectern-error.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';

/** Translations by name, compared without case. Throws `invalid_fields` where one is named twice. [D19], [D28] */
export function requireDistinctTranslations(slugs: readonly string[]): string[] {
  const normalized = slugs.map((slug) => slug.toLowerCase());
  normalized.forEach((slug, index) => {
    if (normalized.indexOf(slug) !== index) refuseTranslation(index, 'is named twice');
  });
  return normalized;
}

/** As `requireDistinctTranslations`; throws `invalid_fields` also where one is no slug. [D19], [D28] */
export function parseDistinctTranslations(texts: readonly string[]): string[] {
  return requireDistinctTranslations(
    texts.map((text, index) => parseSlug(text) ?? refuseTranslation(index, 'is no slug of an edition')),
  );
}

function refuseTranslation(index: number, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/translations/${index}`, message }] });
}
