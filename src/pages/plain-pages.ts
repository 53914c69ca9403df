import { CONSOLE_PATH } from '../contract/console-page.ts';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { SCREEN_PATH } from '../contract/pairing.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { toDocument } from './toolkit/document.ts';
import type { DoorHost } from './toolkit/door-host.ts';
import { html, type SafeHtml } from './toolkit/html.ts';

/** Renders the page behind the `type` of a problem: what the error code means, and how to recover. [D2] */
export function problemPage(language: InterfaceLanguage, code: ErrorCode): string {
  const strings = STRINGS[language].problems;
  const { title, meaning, recovery } = strings.codes[code];
  return frame(
    language,
    title,
    html`<p class="meta">${ERROR_CODES[code].status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>${strings.meaning}</h2>
<p>${meaning}</p>
<h2>${strings.recovery}</h2>
<p>${recovery}</p>
<p><a href="/problems">${strings.all}</a></p>`,
  );
}

/** Renders a table of all error codes. */
export function problemIndexPage(language: InterfaceLanguage): string {
  const { title, about, columns, codes } = STRINGS[language].problems;
  const rows = Object.entries(codes).map(
    ([code, { title, meaning }]) =>
      html`<tr><td>${ERROR_CODES[code as ErrorCode].status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td><strong>${title}.</strong> ${meaning}</td></tr>\n`,
  );
  return frame(
    language,
    title,
    html`<h1>${title}</h1>
<p>${about}</p>
<table><thead><tr><th>${columns.status}</th><th>${columns.code}</th><th>${columns.meaning}</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** Renders the page at the root of the server: three doors, for those who follow, for screens, and for operators. */
export function homePage(language: InterfaceLanguage, host: DoorHost | null): string {
  const { title, what, follow, screen, operate, account, problems } = STRINGS[language].home;
  const door = (
    picture: string,
    { title, text }: { title: string; text: string },
    href?: string,
  ) => html`<li class="card">
<svg viewBox="0 0 32 32" aria-hidden="true"><path d="${picture}"/></svg>
<h2>${href ? html`<a href="${href}">${title}</a>` : title}</h2>
<p class="hint">${text}</p>
</li>
`;
  return toDocument(
    {
      language,
      title,
      main: 'doors',
      host,
      links: [
        ['/account', account],
        ['/problems', problems],
      ],
    },
    html`<h1>${title}</h1>
<p class="hint">${what}</p>
<ul class="door-list">
${door(PHONE, follow)}${door(SCREEN, screen, SCREEN_PATH)}${door(CONSOLE, operate, CONSOLE_PATH)}</ul>`,
  );
}

const PHONE =
  'M10 3h12a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM12 9h8M12 13h8M12 17h5M14 25h4';
const SCREEN =
  'M4 5h24a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM9 12h14M9 16h9M16 23v5M10 28h12';
const CONSOLE =
  'M5 4h22a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM12 4v24M20 4v24M6 10h3M6 14h3M15 10h2M15 14h2M23 10h3';

const frame = (language: InterfaceLanguage, title: string, content: SafeHtml): string =>
  toDocument({ language, title, main: 'workspace' }, content);
