import type { WorkspaceStrings } from '../../src/locales/en/workspace/index.ts';
import { type InterfaceLanguage, toLanguage } from '../../src/locales/languages.ts';

const CATALOGUES: Readonly<Record<InterfaceLanguage, () => Promise<{ workspace: WorkspaceStrings }>>> = {
  en: () => import('../../src/locales/en/workspace/index.ts'),
  pt: () => import('../../src/locales/pt/workspace/index.ts'),
  de: () => import('../../src/locales/de/workspace/index.ts'),
};

/** Loads the strings of one language only. */
export const loadWorkspaceStrings = async (language: string): Promise<WorkspaceStrings> =>
  (await CATALOGUES[toLanguage(language) ?? 'en']()).workspace;
