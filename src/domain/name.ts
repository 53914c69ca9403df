import { NAME_MAX_CHARACTERS } from '../contract/limits.ts';
import { namePattern, VISIBLE_PATTERN } from '../contract/text-patterns.ts';

const NAME = new RegExp(namePattern(NAME_MAX_CHARACTERS), 'u');
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u');

const nameContent = (max: number): string =>
  `1 to ${max} characters after trimming, something visible, and no control characters`;
/** The rule for names, for error messages. */
export const NAME_CONTENT = nameContent(NAME_MAX_CHARACTERS);
export const nameRule = (max: number): string => `must have ${nameContent(max)}`;
export const NAME_RULE = nameRule(NAME_MAX_CHARACTERS);

/** Returns a trimmed name of 1 to `max` characters, or null if the text is not a valid name. [D11] */
export function parseName(text: string, max = NAME_MAX_CHARACTERS): string | null {
  const pattern = max === NAME_MAX_CHARACTERS ? NAME : new RegExp(namePattern(max), 'u');
  return pattern.test(text) ? text.trim() : null;
}

/** Returns true if the text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
