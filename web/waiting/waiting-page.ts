import { ALIVE_PATH } from '../../src/contract/waiting.ts';

/** Interval at which the page asks for the server. [D60] */
const RETRY_SECONDS = 2;
/** Timeout of one request of a start page. A computer that is switched off does not refuse it. */
const REQUEST_TIMEOUT_MS = 5_000;
const PRESENCE_MS = 10_000;

export interface WaitingPage {
  readonly language: string;
  readonly title: string;
  /** CSS color of the background. Default: dark, with a small mark that only a technician notices. */
  readonly background?: string | undefined;
}

/** Renders the page that a service worker shows while the server does not respond. It reloads itself. */
export const renderWaitingPage = (page: WaitingPage): string =>
  render(page, `<meta http-equiv="refresh" content="${RETRY_SECONDS}">`, '');

export interface StartPage extends WaitingPage {
  /** Address that the page opens once the server responds. */
  readonly address: string;
  /** Text for a person at the screen. It is not shown on a background of the address. */
  readonly hint: string;
}

/** Returns a link that saves a start page as a file. */
export const toStartPageLink = (page: StartPage): string =>
  `data:text/html;charset=utf-8,${encodeURIComponent(renderStartPage(page))}`;

/**
 * Renders a page that opens an address once the server responds. It is complete in itself. A gateway's error does not
 * count as a response, since the page could not return from it.
 */
function renderStartPage({ address, hint, ...page }: StartPage): string {
  const script = `
const root = document.documentElement;
let timer;
for (const type of ['pointerdown', 'pointermove', 'keydown'])
  addEventListener(type, ({ movementX, movementY }) => {
    if (type === 'pointermove' && !movementX && !movementY) return;
    root.dataset.awake = '';
    clearTimeout(timer);
    timer = setTimeout(() => delete root.dataset.awake, ${PRESENCE_MS});
  });
async function start() {
  try {
    const signal = AbortSignal.timeout(${REQUEST_TIMEOUT_MS});
    const { ok } = await fetch(${toScriptText(new URL(ALIVE_PATH, address).href)}, { cache: 'no-store', signal });
    if (ok) return location.replace(${toScriptText(address)});
  } catch {}
  setTimeout(start, ${RETRY_SECONDS * 1_000});
}
start();
`;
  const text = page.background ? '' : `<p>${escapeText(hint)}</p>\n`;
  return render(page, `<meta name="description" content="${escapeText(hint)}">`, `${text}<script>${script}</script>\n`);
}

/** The default colors are those of the dark theme (web/shared/tokens.css). The mark is that of an outage. */
const render = ({ language, title, background }: WaitingPage, head: string, body: string): string => `<!doctype html>
<html lang="${escapeText(language)}">
<head>
<meta charset="utf-8">
<title>${escapeText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style>
html { background: ${background ?? '#13100d'}; color: #c2b7a7; font: max(1rem, 2.2vmin) / 1.5 system-ui, sans-serif; }
html:not([data-awake]) { cursor: none; }
html:not([data-awake]) p { visibility: hidden; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
p { max-width: 32em; margin: 2em; text-align: center; }
svg { position: fixed; top: max(0.875rem, 2.2vmin); right: max(0.875rem, 2.2vmin); width: max(1.125rem, 2vmin); }
</style>
</head>
<body>
${background === undefined ? MARK : ''}${body}</body>
</html>
`;

const MARK = `<svg viewBox="0 0 24 24" fill="none" stroke="#d6b27a" stroke-width="2.6" stroke-linecap="round" aria-hidden="true">
<path d="M1.6 11.6a14 14 0 0 1 8.7-4.5M19.2 9a14 14 0 0 1 3.2 2.6M11.9 19.3a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M19 2.5l-14.5 19"/>
</svg>
`;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a string literal that cannot end the script element. */
const toScriptText = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');
