import { renderSVG } from 'uqr';
import { CONSOLE_PATH } from '../../contract/console-page.ts';
import type { Role } from '../../contract/scopes.ts';
import { type AudienceLinks, toAudienceLinks } from '../../domain/live/audience-links.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { LiveRecord, ViewerTotals } from '../../storage/storage.ts';
import { disclosure } from '../toolkit/disclosure.ts';
import { html, type SafeHtml, trustedHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';

export type LiveWithViewers = LiveRecord & ViewerTotals;

/**
 * A Live: what its audience gets, how many watch, the way to its console, and every link at which it is seen. `role` is that of the
 * visitor; null: the console would not open.
 */
export function liveListItem(
  language: InterfaceLanguage,
  origin: string,
  live: LiveWithViewers,
  role: Role | null,
): SafeHtml {
  const words = STRINGS[language].lives.entry;
  const { id, name, secretHash, viewers, peak, peakAt } = live;
  const links = toAudienceLinks(origin, id);
  const code = trustedHtml(renderSVG(links.reader, { border: 2 }));
  return html`<li><div class="what">
<h2><a href="${links.reader}">${name}</a></h2>
<p>${words.states[stateOf(live)]}${secretHash !== null && html` ${words.protected}`}</p>
<p>${peakAt === null ? words.never : words.now(viewers)}</p>
<p class="meta">${peakAt !== null && html`${words.most(peak, timeElement(language, peakAt))} · `}<code>${id}</code></p>
${
  role !== null &&
  html`<p class="actions"><a class="button secondary" href="${CONSOLE_PATH}/${id}">${role === 'viewer' ? words.watch : words.operate}</a></p>
`
}${disclosure(
  words.links,
  html`<ul class="links">
${(Object.keys(links) as (keyof AudienceLinks)[]).map(
  (view) => html`<li><a href="${links[view]}">${words.views[view]}</a> <code>${links[view]}</code></li>\n`,
)}</ul>
<figure class="qr"><div role="img" aria-label="${words.qr(name)}">${code}</div>
<figcaption class="hint">${words.qrHint}</figcaption></figure>
`,
)}</div></li>
`;
}

type State = 'stopped' | 'paused' | 'showing' | 'empty';

function stateOf({ status, paused, showing }: LiveRecord): State {
  if (status === 'stopped') return 'stopped';
  if (paused) return 'paused';
  return showing ? 'showing' : 'empty';
}
