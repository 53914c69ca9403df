import { CONSOLE_PATH } from '../contract/console-page.ts';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { toDocument } from './toolkit/document.ts';
import { html, type SafeHtml } from './toolkit/html.ts';

/** Renders the page behind the `type` of a problem: what the error code means, and how to recover. [D2] */
export function problemPage(code: ErrorCode): string {
  const { status, title, meaning, recovery } = ERROR_CODES[code];
  return frame(
    title,
    html`<p class="eyebrow">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${recovery}</p>
<p class="more"><a href="/problems">All error codes</a></p>`,
  );
}

/** Renders a table of all error codes. */
export function problemIndexPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, title, meaning }]) =>
      html`<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td><strong>${title}.</strong> ${meaning}</td></tr>\n`,
  );
  return frame(
    'Error codes',
    html`<h1>Error codes</h1>
<p>Every error of the API is a problem (RFC 9457) with one of these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** Renders the page at the root of the server. */
export function homePage(language: InterfaceLanguage): string {
  const strings = STRINGS[language].home;
  return frame(
    strings.running,
    html`<h1>${strings.title}</h1>
<p>${strings.what}</p>
<ul>
<li><a href="${CONSOLE_PATH}">${strings.console}</a></li>
<li><a href="/account">${strings.account}</a></li>
<li><a href="/docs">${strings.api}</a></li>
<li><a href="/problems">${strings.problems}</a></li>
</ul>
<p>${strings.links}</p>`,
    language,
  );
}

const frame = (title: string, content: SafeHtml, language: InterfaceLanguage = 'en'): string =>
  toDocument({ language, title }, html`<main>\n${content}\n</main>`);
