import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

/** Renders a secret that is shown once. It is selected as a whole, and copied by a button if scripts run. */
export const secretBox = (language: InterfaceLanguage, label: string, secret: string): SafeHtml =>
  html`<p class="label" id="secret-label">${label}</p>
<p><code class="secret" id="secret" tabindex="0" role="group" aria-labelledby="secret-label">${secret}</code></p>
<p class="copying"><button type="button" data-copies="secret" data-copied="${STRINGS[language].common.copying.copied}" data-selected="${STRINGS[language].common.copying.selected}" hidden>${STRINGS[language].common.copying.copy}</button> <span class="hint" role="status"></span></p>
`;
