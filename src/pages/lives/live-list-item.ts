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
 * Renders a Live: what its audience sees, the number of viewers, a link to its console, and its audience links. `role`
 * is that of the member, or null if the console would not open.
 */
export function liveListItem(
  language: InterfaceLanguage,
  origin: string,
  live: LiveWithViewers,
  role: Role | null,
): SafeHtml {
  const strings = STRINGS[language].lives.entry;
  const { id, name, secretHash, viewers, peak, peakAt } = live;
  const links = toAudienceLinks(origin, id);
  const code = trustedHtml(renderSVG(links.reader, { border: 2 }));
  return html`<li><div class="what">
<h2><a href="${links.reader}">${name}</a></h2>
<p>${strings.states[stateOf(live)]}${secretHash !== null && html` ${strings.protected}`}</p>
<p>${peakAt === null ? strings.never : strings.now(viewers)}</p>
<p class="meta">${peakAt !== null && html`${strings.most(peak, timeElement(language, peakAt))} · `}<code>${id}</code></p>
${
  role !== null &&
  html`<p class="actions"><a class="button secondary" href="${CONSOLE_PATH}/${id}">${role === 'viewer' ? strings.watch : strings.operate}</a></p>
`
}${disclosure(
  strings.links,
  html`<ul class="links">
${(Object.keys(links) as (keyof AudienceLinks)[]).map(
  (view) => html`<li><a href="${links[view]}">${strings.views[view]}</a> <code>${links[view]}</code></li>\n`,
)}</ul>
<figure class="qr"><div role="img" aria-label="${strings.qr(name)}">${code}</div>
<figcaption class="hint">${strings.qrHint}</figcaption></figure>
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
