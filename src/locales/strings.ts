import * as de from './de/index.ts';
import * as en from './en/index.ts';
import type { InterfaceLanguage } from './languages.ts';
import * as pt from './pt/index.ts';

/** English defines which strings there are. */
export type Strings = typeof en;

/** All strings of all languages, for the server. A script for the browser imports only the groups that it shows. */
export const STRINGS: Readonly<Record<InterfaceLanguage, Strings>> = { en, pt, de };
