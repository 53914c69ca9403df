import { countWideLetters, type ShownCode, toCodeGroups } from '../../contract/pairing.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets, type PageAssets } from '../../pages/toolkit/assets.ts';
import { html } from '../../pages/toolkit/html.ts';
import { entranceLayout } from '../entrance-layout.ts';

export interface ScreenPageOptions {
  readonly language: InterfaceLanguage;
  /** Query of the page's URL, with its question mark. It can set the theme. */
  readonly query?: string;
  /** `full`: too many screens are waiting. `offline`: no code is available now. */
  readonly state: 'code' | 'full' | 'offline';
  /** Set in the state `code`. */
  readonly shown?: ShownCode;
  /** Origin of the console. */
  readonly consoleOrigin: string;
  /** Whether this screen is a different device, and people can sign in only on the server's computer. */
  readonly onServer: boolean;
  /** Defaults to the built assets. */
  readonly assets?: PageAssets;
}

/** Renders a pairing code that is readable from the back row. [D61] */
export function screenPage({
  language,
  query = '',
  state,
  shown,
  consoleOrigin,
  onServer,
  assets = builtAssets(ENTRY),
}: ScreenPageOptions): string {
  const strings = STRINGS[language].pairing;
  const { size, path } = shown?.qr ?? { size: 1, path: '' };
  const groups = shown ? toCodeGroups(shown.code) : ['', ''];
  return entranceLayout(
    { query, language, assets, title: strings.title },
    html`<div id="screen" data-state="${state}">
<section class="pairing">
<div class="words">
<h1>${strings.title}</h1>
<p>${onServer ? strings.onServer : strings.scan} <span class="address">${consoleOrigin.replace(/^https?:\/\//, '')}/console</span></p>
<p class="code" data-wide="${countWideLetters(shown?.code ?? '')}" role="group" aria-label="${strings.code}" aria-live="polite">${groups.map((group) => html`<span>${group}</span>`)}</p>
<p class="soft">${strings.confirm}</p>
</div>
<svg class="qr"${onServer && html` hidden`} role="img" aria-label="${strings.qr}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>
</section>
<section class="full" role="status">
<h1>${strings.full}</h1>
<p class="soft">${strings.fullHint}</p>
</section>
<p class="offline" role="status"${state !== 'offline' && html` hidden`}>${strings.offline}</p>
<a class="start" download="Lectern.html" data-text="${strings.startPageText}">${strings.startPage}</a>
<noscript><p class="scripts">${strings.scripts}</p></noscript>
</div>`,
  );
}

const ENTRY = 'web/pairing/screen.ts';
