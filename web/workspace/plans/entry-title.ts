import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';

/** Returns the beginning of a text that fits into a title. The reference of several passages can be longer. */
export const toEntryTitle = (text: string): string => text.slice(0, PLAN_TITLE_MAX_CHARACTERS).trim();
