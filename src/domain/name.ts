import { NAME_MAX_CHARACTERS } from '../contract/limits.ts';

/** Control characters, and those that turn the direction of what stands after them. */
const FORBIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Something to see: not only spaces and invisible marks. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** What a name has, in words. */
export const NAME_CONTENT = `1 to ${NAME_MAX_CHARACTERS} characters after trimming, something visible, and no control characters`;
export const NAME_RULE = `must have ${NAME_CONTENT}`;

/** A name as it is kept: trimmed, 1 to 120 characters. Null for what cannot be one. [D11] */
export function parseName(text: string): string | null {
  const name = text.trim();
  const fits = [...name].length <= NAME_MAX_CHARACTERS && name.isWellFormed();
  return fits && VISIBLE.test(name) && !FORBIDDEN.test(name) ? name : null;
}
