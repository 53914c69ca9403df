import '../shared/fonts.css';
import '../shared/tokens.css';
import './screen.css';
import { PAIRING_POLL_SECONDS } from '../../src/contract/limits.ts';
import {
  countWideLetters,
  SCREEN_CODE_PATH,
  type ScreenCodeResponse,
  type ShownCode,
  toCodeGroups,
} from '../../src/contract/pairing.ts';

/** Asks from time to time whether the screen was given an output, and opens it; shows another code where the server gives one. [D61] */
const POLL_MS = PAIRING_POLL_SECONDS * 1_000;
/** How long a server that does not answer is waited for. */
const ANSWER_MAX_MS = 10_000;
/** A failure that is over with the next question is not worth a word. */
const FAILURES_TOLD = 2;

const screen = document.querySelector<HTMLElement>('#screen')!;
const row = screen.querySelector<HTMLElement>('.code')!;
const groups = row.querySelectorAll('span');
const qr = screen.querySelector('.qr')!;
const offline = screen.querySelector<HTMLElement>('.offline')!;
let failures = 0;

async function ask(): Promise<void> {
  const response = await fetch(SCREEN_CODE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shown: [...groups].map(({ textContent }) => textContent).join('') }),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  });
  if (response.status === 429) {
    screen.dataset.state = 'full';
    return askAgain(Number(response.headers.get('retry-after')) * 1_000);
  }
  if (!response.ok) throw new Error(`${response.status}`);
  const { code, output }: ScreenCodeResponse = await response.json();
  if (output !== null) {
    location.replace(output);
    // Where that page does not come, this one still knows the way.
    return askAgain(ANSWER_MAX_MS);
  }
  if (code) show(code);
  askAgain();
}

/** Text and paths change in place, so nothing moves. */
function show({ code, qr: { size, path } }: ShownCode): void {
  for (const [index, group] of toCodeGroups(code).entries()) groups[index]!.textContent = group;
  row.dataset.wide = String(countWideLetters(code));
  qr.setAttribute('viewBox', `0 0 ${size} ${size}`);
  qr.querySelector('path')!.setAttribute('d', path);
  screen.dataset.state = 'code';
}

function askAgain(afterMs = 0): void {
  setTimeout(
    async () => {
      try {
        await ask();
        failures = 0;
      } catch {
        failures += 1;
        askAgain();
      }
      offline.hidden = failures < FAILURES_TOLD;
    },
    Math.max(afterMs, POLL_MS),
  );
}

askAgain();
