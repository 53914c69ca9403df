import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { RichText } from '../../locales/rich-text.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';
import { timeElement } from './page-language.ts';

/** When an app or a token was last used, and when it ends, after the words that say when it `began`. */
export function validityLine(
  language: InterfaceLanguage,
  began: RichText<SafeHtml>,
  { lastUsedAt, expiresAt }: { lastUsedAt: string | null; expiresAt: string | null },
  precision?: 'day',
): SafeHtml {
  const words = STRINGS[language].common.lifetime;
  const used = lastUsedAt === null ? words.unused : words.used(timeElement(language, lastUsedAt));
  return html`<p class="meta">${began} · ${used} · ${expiryText(language, expiresAt, precision)}</p>\n`;
}

/** When something ends; null: not by itself. */
export const expiryText = (
  language: InterfaceLanguage,
  expiresAt: string | null,
  precision?: 'day',
): string | RichText<SafeHtml> =>
  expiresAt === null
    ? STRINGS[language].common.lifetime.endless
    : STRINGS[language].common.lifetime.ends(timeElement(language, expiresAt, precision));
