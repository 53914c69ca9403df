import { LecternError } from '../../contract/lectern-error.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';

/** Returns the slugs in lower case. Throws `invalid_fields` if two are equal. [D19], [D28] */
export function requireDistinctTranslations(slugs: readonly string[]): string[] {
  const normalized = slugs.map((slug) => slug.toLowerCase());
  normalized.forEach((slug, index) => {
    if (normalized.indexOf(slug) !== index) refuseTranslation(index, 'is named twice');
  });
  return normalized;
}

/** Parses slugs. Throws `invalid_fields` if one is not a slug, or if two are equal. [D19], [D28] */
export function parseDistinctTranslations(texts: readonly string[]): string[] {
  return requireDistinctTranslations(
    texts.map((text, index) => parseSlug(text) ?? refuseTranslation(index, 'is not the slug of an edition')),
  );
}

function refuseTranslation(index: number, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/translations/${index}`, message }] });
}
