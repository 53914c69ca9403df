import '../shared/fonts.css';
import '../shared/tokens.css';
import './screen.css';
import { PAIRING_POLL_SECONDS } from '../../src/contract/limits.ts';
import {
  countWideLetters,
  SCREEN_CODE_PATH,
  SCREEN_PATH,
  type ScreenCodeResponse,
  type ShownCode,
  toCodeGroups,
} from '../../src/contract/pairing.ts';
import { watchPresence } from '../shared/presence.ts';
import { keepWaitingPage } from '../waiting/keep-waiting-page.ts';
import { toStartPageLink } from '../waiting/waiting-page.ts';

/**
 * Polling interval: the page asks whether an output was assigned to the screen and opens it, and displays a new code
 * when the server sends one. [D61]
 */
const POLL_MS = PAIRING_POLL_SECONDS * 1_000;
/** Timeout of one request. */
const REQUEST_TIMEOUT_MS = 10_000;
/**
 * Number of consecutive failures after which the page reports being offline. A single failure is not worth reporting.
 */
const FAILURES_REPORTED = 2;
/** Time for which the link to the start page is shown after input by a person. */
const PRESENCE_MS = 20_000;

const screen = document.querySelector<HTMLElement>('#screen')!;
const row = screen.querySelector<HTMLElement>('.code')!;
const groups = row.querySelectorAll('span');
const qr = screen.querySelector('.qr')!;
const offline = screen.querySelector<HTMLElement>('.offline')!;
let failures = 0;

async function poll(): Promise<void> {
  const response = await fetch(SCREEN_CODE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shown: [...groups].map(({ textContent }) => textContent).join('') }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (response.status === 429) {
    screen.dataset.state = 'full';
    return schedulePoll(Number(response.headers.get('retry-after')) * 1_000);
  }
  if (!response.ok) throw new Error(`${response.status}`);
  const { code, output }: ScreenCodeResponse = await response.json();
  if (output !== null) {
    location.replace(output);
    // If that page fails to load, this one asks again.
    return schedulePoll(REQUEST_TIMEOUT_MS);
  }
  if (code) show(code);
  schedulePoll();
}

/** Displays a code. Replaces text and path in place, so that the layout does not move. */
function show({ code, qr: { size, path } }: ShownCode): void {
  for (const [index, group] of toCodeGroups(code).entries()) groups[index]!.textContent = group;
  row.dataset.wide = String(countWideLetters(code));
  qr.setAttribute('viewBox', `0 0 ${size} ${size}`);
  qr.querySelector('path')!.setAttribute('d', path);
  screen.dataset.state = 'code';
}

function schedulePoll(afterMs = 0): void {
  setTimeout(
    async () => {
      try {
        await poll();
        failures = 0;
      } catch {
        failures += 1;
        schedulePoll();
      }
      offline.hidden = failures < FAILURES_REPORTED;
    },
    Math.max(afterMs, POLL_MS),
  );
}

/** Keeps what the browser shows here while the server does not respond, and offers the same to others as a file. */
function prepareStart(): void {
  const { lang: language } = document.documentElement;
  const page = { language, title: document.title };
  void keepWaitingPage(SCREEN_PATH, location.pathname + location.search, page);
  const link = screen.querySelector<HTMLAnchorElement>('.start')!;
  link.href = toStartPageLink({ ...page, address: location.href, hint: link.dataset.text! });
  watchPresence({ durationMs: PRESENCE_MS, keys: true });
}

prepareStart();
schedulePoll();
