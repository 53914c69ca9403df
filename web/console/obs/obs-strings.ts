import type { ObsStrings } from '../../../src/locales/en/obs.ts';

/** Strings of every language, by file path. */
const STRINGS = import.meta.glob<{ obs: ObsStrings }>('../../../src/locales/*/obs.ts', { eager: true });

const stringsIn = (language: string) => STRINGS[`../../../src/locales/${language}/obs.ts`];

/** Returns the strings of the dialog of OBS. They are loaded with the dialog, not with the console. */
export const obsStrings = (language: string): ObsStrings => (stringsIn(language) ?? stringsIn('en')!).obs;
