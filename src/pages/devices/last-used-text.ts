import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { RichText } from '../../locales/rich-text.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';

/** Returns when something was last used; null means never. */
export const lastUsedText = (language: InterfaceLanguage, lastUsedAt: string | null): string | RichText<SafeHtml> =>
  lastUsedAt === null
    ? STRINGS[language].devices.use.neverUsed
    : STRINGS[language].devices.use.lastUsed(timeElement(language, lastUsedAt, 'ago'));
