import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/** Renders the mark of a page that others in the network can read. [D78] */
export const plainMark = (language: InterfaceLanguage, isPlain: boolean): SafeHtml | false =>
  isPlain && html`<aside class="plain-mark">${STRINGS[language].common.menu.plain}</aside>\n`;
