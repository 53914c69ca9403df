import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { RichText } from '../../locales/rich-text.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';
import { timeElement } from './page-language.ts';

/** Renders when an app or token was last used and when it expires, after a text about its creation. */
export function validityLine(
  language: InterfaceLanguage,
  created: RichText<SafeHtml>,
  { lastUsedAt, expiresAt }: { lastUsedAt: string | null; expiresAt: string | null },
  precision?: 'day',
): SafeHtml {
  const strings = STRINGS[language].common.lifetime;
  const used = lastUsedAt === null ? strings.unused : strings.used(timeElement(language, lastUsedAt, 'ago'));
  return html`<p class="meta">${created} · ${used} · ${expiryText(language, expiresAt, precision)}</p>\n`;
}

/** Returns when something expires; null means never. */
export const expiryText = (
  language: InterfaceLanguage,
  expiresAt: string | null,
  precision?: 'day',
): string | RichText<SafeHtml> =>
  expiresAt === null
    ? STRINGS[language].common.lifetime.endless
    : STRINGS[language].common.lifetime.ends(timeElement(language, expiresAt, precision));
