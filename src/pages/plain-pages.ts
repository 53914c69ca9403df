import { CONSOLE_PATH } from '../contract/console-page.ts';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import type { InterfaceLanguage } from '../locales/languages.ts';
import { STRINGS } from '../locales/strings.ts';
import { toDocument } from './toolkit/document.ts';
import { html, type SafeHtml } from './toolkit/html.ts';

/** What an error code means and how to recover: the page behind the `type` of every problem. [D2] */
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

/** Every code in one table. */
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

/** What a person sees who opens the server's own address. */
export function homePage(language: InterfaceLanguage): string {
  const words = STRINGS[language].home;
  return frame(
    words.running,
    html`<h1>${words.title}</h1>
<p>${words.what}</p>
<ul>
<li><a href="${CONSOLE_PATH}">${words.console}</a></li>
<li><a href="/account">${words.account}</a></li>
<li><a href="/docs">${words.api}</a></li>
<li><a href="/problems">${words.problems}</a></li>
</ul>
<p>${words.links}</p>`,
    language,
  );
}

const frame = (title: string, content: SafeHtml, language: InterfaceLanguage = 'en'): string =>
  toDocument({ language, title }, html`<main>\n${content}\n</main>`);
