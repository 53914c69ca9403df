import type { LinksStrings } from '../../../src/locales/en/links.ts';

/** Strings of every language, by file path. */
const STRINGS = import.meta.glob<{ links: LinksStrings }>('../../../src/locales/*/links.ts', { eager: true });

const stringsIn = (language: string) => STRINGS[`../../../src/locales/${language}/links.ts`];

/** Returns the strings of the dialogs of links. They are loaded with the dialogs, not with the console. */
export const linksStrings = (language: string): LinksStrings => (stringsIn(language) ?? stringsIn('en')!).links;
