import type { RemoteStrings } from '../../src/locales/en/remote.ts';

/** Strings of every language, by file path. */
const STRINGS = import.meta.glob<{ remote: RemoteStrings }>('../../src/locales/*/remote.ts', { eager: true });

const stringsIn = (language: string) => STRINGS[`../../src/locales/${language}/remote.ts`];

/** Strings in the language of the page. */
export const remoteStrings: RemoteStrings = (stringsIn(document.documentElement.lang) ?? stringsIn('en')!).remote;
