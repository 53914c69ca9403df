import { NAME_MAX_CHARACTERS } from '../contract/limits.ts';
import { namePattern, VISIBLE_PATTERN } from '../contract/text-patterns.ts';

const NAME = new RegExp(namePattern(NAME_MAX_CHARACTERS), 'u');
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u');

/** What a name has, in words. */
export const NAME_CONTENT = `1 to ${NAME_MAX_CHARACTERS} characters after trimming, something visible, and no control characters`;
export const NAME_RULE = `must have ${NAME_CONTENT}`;

/** A name as it is kept: trimmed, 1 to 120 characters. Null for what cannot be one. [D11] */
export const parseName = (text: string): string | null => (NAME.test(text) ? text.trim() : null);

/** Whether a person can see anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
