import { NAME_MAX_CHARACTERS } from '../contract/limits.ts';

/** Control characters, and those that turn the direction of what stands after them. */
const FORBIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/**
 * Something to see: a character that is no space, no format character, no combining mark without its base, and none that Unicode
 * lets fonts draw as nothing, such as the Hangul fillers. The others are symbols that are blank by design: the empty Braille
 * pattern, the null notehead, and the blanks of Egyptian hieroglyphs.
 */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/u;

/** Whether a person can see anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** What a name has, in words. */
export const NAME_CONTENT = `1 to ${NAME_MAX_CHARACTERS} characters after trimming, something visible, and no control characters`;
export const NAME_RULE = `must have ${NAME_CONTENT}`;

/** A name as it is kept: trimmed, 1 to 120 characters. Null for what cannot be one. [D11] */
export function parseName(text: string): string | null {
  const name = text.trim();
  const fits = [...name].length <= NAME_MAX_CHARACTERS && name.isWellFormed();
  return fits && isVisible(name) && !FORBIDDEN.test(name) ? name : null;
}
