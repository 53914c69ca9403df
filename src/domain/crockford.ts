import { randomInt } from 'node:crypto';

/** Crockford's base32, which has no letter that looks like a digit, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Longer text is truncated before it is parsed. */
const TYPED_MAX_CHARACTERS = 64;

/** Generates random characters of five bits each. */
export const newCrockford = (characters: number): string =>
  Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * Normalizes typed text: ignores case, dashes and spaces, and reads O as 0, I and L as 1. Returns null unless the
 * result has this number of characters.
 */
export function parseCrockford(typed: string, characters: number): string | null {
  const normalized = typed
    .slice(0, TYPED_MAX_CHARACTERS)
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return new RegExp(`^[${ALPHABET}]{${characters}}$`).test(normalized) ? normalized : null;
}
