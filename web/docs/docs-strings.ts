import type { DocsStrings } from '../../src/locales/en/docs.ts';

/** Strings of every language, by file path. */
const STRINGS = import.meta.glob<{ docs: DocsStrings }>('../../src/locales/*/docs.ts', { eager: true });

/** Returns the strings in the language of the page. */
export const docsStrings = (): DocsStrings =>
  STRINGS[`../../src/locales/${document.documentElement.lang}/docs.ts`]!.docs;
