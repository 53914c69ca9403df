import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import { type InterfaceLanguage, toLanguage } from '../../src/locales/languages.ts';

const CATALOGUES: Readonly<Record<InterfaceLanguage, () => Promise<{ console: ConsoleStrings }>>> = {
  en: () => import('../../src/locales/en/console/index.ts'),
  pt: () => import('../../src/locales/pt/console/index.ts'),
  de: () => import('../../src/locales/de/console/index.ts'),
};

/** Loads the strings of one language only. */
export const loadConsoleStrings = async (language: string): Promise<ConsoleStrings> =>
  (await CATALOGUES[toLanguage(language) ?? 'en']()).console;
