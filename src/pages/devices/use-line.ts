import type { Language } from '../../locales/languages.ts';
import type { RichText } from '../../locales/rich-text.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { SafeHtml } from '../toolkit/html.ts';
import { toMoment } from '../toolkit/page-language.ts';

/** Null: never. */
export const toUse = (language: Language, lastUsedAt: string | null): string | RichText<SafeHtml> =>
  lastUsedAt === null
    ? STRINGS[language].devices.use.neverUsed
    : STRINGS[language].devices.use.lastUsed(toMoment(language, lastUsedAt));
