import { LecternError } from '../../contract/lectern-error.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';

/** Returns the slugs of a field in lower case. Throws `invalid_fields` if two are equal. [D19], [D28] */
export function requireDistinctTranslations(slugs: readonly string[], field = 'translations'): string[] {
  const normalized = slugs.map((slug) => slug.toLowerCase());
  normalized.forEach((slug, index) => {
    if (normalized.indexOf(slug) !== index) refuseTranslation(field, index, 'is named twice');
  });
  return normalized;
}

/** Parses slugs of a field. Throws `invalid_fields` if one is not a slug, or if two are equal. [D19], [D28] */
export function parseDistinctTranslations(texts: readonly string[], field = 'translations'): string[] {
  const slugs = texts.map((text, index) => parseSlug(text) ?? refuseTranslation(field, index, NO_SLUG));
  return requireDistinctTranslations(slugs, field);
}

const NO_SLUG = 'is not the slug of an edition';

/** Throws `invalid_fields` for a slug of a field. */
export function refuseTranslation(field: string, index: number, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/${field}/${index}`, message }] });
}
