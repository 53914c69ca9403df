import { NAME_MAX_CHARACTERS } from '../contract/limits.ts';
import { namePattern, VISIBLE_PATTERN } from '../contract/text-patterns.ts';

const NAME = new RegExp(namePattern(NAME_MAX_CHARACTERS), 'u');
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u');

const nameContent = (max: number): string =>
  `1 to ${max} characters after trimming, something visible, and no control characters`;
/** What a name has, in words. */
export const NAME_CONTENT = nameContent(NAME_MAX_CHARACTERS);
export const nameRule = (max: number): string => `must have ${nameContent(max)}`;
export const NAME_RULE = nameRule(NAME_MAX_CHARACTERS);

/** A name as it is kept: trimmed, 1 to `max` characters, 120 unless given. Null for what cannot be one. [D11] */
export function parseName(text: string, max = NAME_MAX_CHARACTERS): string | null {
  const pattern = max === NAME_MAX_CHARACTERS ? NAME : new RegExp(namePattern(max), 'u');
  return pattern.test(text) ? text.trim() : null;
}

/** Whether a person can see anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
