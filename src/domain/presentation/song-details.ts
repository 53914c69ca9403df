import { LecternError } from '../../contract/lectern-error.ts';
import type { Songbook } from '../../contract/schemas/presentation.ts';
import { PRINTABLE_PATTERN, SONG_NUMBER_PATTERN } from '../../contract/text-patterns.ts';

const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');
const SONG_NUMBER = new RegExp(SONG_NUMBER_PATTERN, 'u');

/** Returns a language tag in canonical form. One that is no tag of a language stays as it is. [D77] */
export function parseLanguageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0]!;
  } catch {
    return tag;
  }
}

/** Combines white space. Throws `invalid_fields`. [D77] */
export function readSongbook(input: Songbook): Songbook {
  const name = PRINTABLE.test(input.name) ? input.name.replaceAll(/\s+/gu, ' ').trim() : '';
  if (name === '') refuse('name', 'must be text without control characters, and not blank');
  if (!SONG_NUMBER.test(input.number)) refuse('number', 'must have 1 to 5 digits');
  return { name, number: input.number.trim() };
}

function refuse(field: keyof Songbook, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/songbook/${field}`, message }] });
}
