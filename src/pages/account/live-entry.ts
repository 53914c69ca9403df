import { renderSVG } from 'uqr';
import { toAudienceLinks } from '../../domain/live/links.ts';
import type { LiveRecord, Viewers } from '../../storage/storage.ts';
import { html, type SafeHtml, trustedHtml } from '../toolkit/html.ts';
import { type PageLanguage, toMoment, type Words } from '../toolkit/page-language.ts';
import { disclosure } from './pieces.ts';

export type WatchedLive = LiveRecord & Viewers;

/** A Live: what its audience gets, how many watch, and every link at which it is seen. */
export function liveEntry(language: PageLanguage, origin: string, live: WatchedLive): SafeHtml {
  const words = WORDS[language];
  const { id, name, secretHash, viewers, peak, peakAt } = live;
  const links = toAudienceLinks(origin, id);
  const code = trustedHtml(renderSVG(links.reader, { border: 2 }));
  return html`<li><div class="what">
<h2><a href="${links.reader}">${name}</a></h2>
<p>${words.states[stateOf(live)]}${secretHash !== null && html` ${words.protected}`}</p>
<p>${peakAt === null ? words.never : words.now(viewers)}</p>
<p class="meta">${peakAt !== null && html`${words.most(peak, toMoment(language, peakAt))} · `}<code>${id}</code></p>
${disclosure(
  words.links,
  html`<ul class="links">
${(['reader', 'screen', 'lower_third', 'stage'] as const).map(
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

interface LiveWords {
  states: Readonly<Record<State, string>>;
  protected: string;
  now: (viewers: number) => string;
  never: string;
  most: (viewers: number, at: SafeHtml) => SafeHtml;
  links: string;
  views: Readonly<Record<keyof ReturnType<typeof toAudienceLinks>, string>>;
  qr: (name: string) => string;
  qrHint: string;
}

const WORDS: Words<LiveWords> = {
  en: {
    states: {
      stopped: 'Stopped: the audience sees nothing.',
      paused: 'Paused: what it shows is hidden.',
      showing: 'On the screens now.',
      empty: 'Shows nothing now.',
    },
    protected: 'Protected by a code.',
    now: (viewers) => (viewers === 0 ? 'Nobody is watching now.' : `${viewers} watching now.`),
    never: 'Nobody has watched it yet.',
    most: (viewers, at) => html`At most ${viewers} at once, on ${at}`,
    links: 'Links and QR code',
    views: {
      reader: 'For phones',
      screen: 'Big screen',
      lower_third: 'Lower third, for video',
      stage: 'Stage, for the speaker',
    },
    qr: (name) => `QR code of the link for phones: ${name}`,
    qrHint: 'Point a phone at it to read along.',
  },
  pt: {
    states: {
      stopped: 'Parada: o público não vê nada.',
      paused: 'Em pausa: o que ela mostra está oculto.',
      showing: 'Nas telas agora.',
      empty: 'Não mostra nada agora.',
    },
    protected: 'Protegida por um código.',
    now: (viewers) =>
      ['Ninguém assiste agora.', '1 pessoa assistindo agora.'][viewers] ?? `${viewers} pessoas assistindo agora.`,
    never: 'Ninguém assistiu ainda.',
    most: (viewers, at) => html`No máximo ${viewers} ao mesmo tempo, em ${at}`,
    links: 'Links e código QR',
    views: {
      reader: 'Para celulares',
      screen: 'Telão',
      lower_third: 'Terço inferior, para vídeo',
      stage: 'Palco, para quem fala',
    },
    qr: (name) => `Código QR do link para celulares: ${name}`,
    qrHint: 'Aponte um celular para acompanhar a leitura.',
  },
  de: {
    states: {
      stopped: 'Gestoppt: Das Publikum sieht nichts.',
      paused: 'Pausiert: Der Inhalt ist ausgeblendet.',
      showing: 'Jetzt auf den Bildschirmen.',
      empty: 'Zeigt gerade nichts.',
    },
    protected: 'Mit einem Code geschützt.',
    now: (viewers) =>
      ['Jetzt sieht niemand zu.', '1 Person sieht jetzt zu.'][viewers] ?? `${viewers} Personen sehen jetzt zu.`,
    never: 'Noch hat niemand zugesehen.',
    most: (viewers, at) => html`Höchstens ${viewers} zugleich, am ${at}`,
    links: 'Links und QR-Code',
    views: {
      reader: 'Für Handys',
      screen: 'Leinwand',
      lower_third: 'Bauchbinde, für Video',
      stage: 'Bühne, für die sprechende Person',
    },
    qr: (name) => `QR-Code des Links für Handys: ${name}`,
    qrHint: 'Mit dem Handy abfotografieren und mitlesen.',
  },
};
