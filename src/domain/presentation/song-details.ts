import { LecternError } from '../../contract/lectern-error.ts';
import { SONGBOOK_NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Songbook } from '../../contract/schemas/presentation.ts';
import { SONG_NUMBER_PATTERN } from '../../contract/text-patterns.ts';
import { nameRule, parseName } from '../name.ts';

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
  const name =
    parseName(input.name, SONGBOOK_NAME_MAX_CHARACTERS) ?? refuse('name', nameRule(SONGBOOK_NAME_MAX_CHARACTERS));
  if (!SONG_NUMBER.test(input.number)) refuse('number', 'must have 1 to 5 digits');
  return { name: name.replaceAll(/\s+/gu, ' '), number: input.number.trim() };
}

function refuse(field: keyof Songbook, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/songbook/${field}`, message }] });
}
