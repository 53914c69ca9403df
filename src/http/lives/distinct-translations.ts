import { LecternError } from '../../contract/lectern-error.ts';

/** Translations by name, compared without case. Throws `invalid_fields` where one is named twice. [D19], [D28] */
export function requireDistinct(slugs: readonly string[]): string[] {
  const normalized = slugs.map((slug) => slug.toLowerCase());
  normalized.forEach((slug, index) => {
    if (normalized.indexOf(slug) !== index) refuseTranslation(index, 'is named twice');
  });
  return normalized;
}

export function refuseTranslation(index: number, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/translations/${index}`, message }] });
}
