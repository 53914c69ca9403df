import type { RemoteStrings } from '../../src/locales/en/remote.ts';

/** The strings of every language, by the path of their file. */
const STRINGS = import.meta.glob<{ remote: RemoteStrings }>('../../src/locales/*/remote.ts', { eager: true });

const stringsIn = (language: string) => STRINGS[`../../src/locales/${language}/remote.ts`];

/** In the language of the page. */
export const remoteStrings: RemoteStrings = (stringsIn(document.documentElement.lang) ?? stringsIn('en')!).remote;
