import { randomInt } from 'node:crypto';

/** Crockford's base32: no letter that is taken for a digit, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Longer text is cut off before it is read. */
const TYPED_MAX_CHARACTERS = 64;

/** Random characters, of five bits each. */
export const newCrockford = (characters: number): string =>
  Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * What was meant by what a person typed: case, dashes and spaces do not count, O is 0, I and L are 1. Null unless it has so many
 * characters.
 */
export function parseCrockford(typed: string, characters: number): string | null {
  const meant = typed
    .slice(0, TYPED_MAX_CHARACTERS)
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return new RegExp(`^[${ALPHABET}]{${characters}}$`).test(meant) ? meant : null;
}
