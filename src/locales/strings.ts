import * as de from './de/index.ts';
import * as en from './en/index.ts';
import type { InterfaceLanguage } from './languages.ts';
import * as pt from './pt/index.ts';

/** The shape of the strings of every language, defined by English. */
export type Strings = typeof en;

/** All strings of all languages, for the server. Browser scripts import only the groups that they show. */
export const STRINGS: Readonly<Record<InterfaceLanguage, Strings>> = { en, pt, de };
