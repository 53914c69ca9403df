import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { toDocument } from './toolkit/document.ts';
import { html, type SafeHtml } from './toolkit/html.ts';
import type { PageLanguage, Words } from './toolkit/page-language.ts';

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
export function homePage(language: PageLanguage): string {
  const words = HOME_WORDS[language];
  return frame(
    words.running,
    html`<h1>${words.title}</h1>
<p>${words.what}</p>
<ul>
<li><a href="/account">${words.account}</a></li>
<li><a href="/docs">${words.api}</a></li>
<li><a href="/problems">${words.problems}</a></li>
</ul>
<p>${words.links}</p>`,
    language,
  );
}

type HomeWords = Record<'running' | 'title' | 'what' | 'account' | 'api' | 'problems' | 'links', string>;

const HOME_WORDS: Words<HomeWords> = {
  en: {
    running: 'Running',
    title: 'Lectern is running',
    what: 'It puts Bible verses on live displays. The audience opens the link of a Live; operators write through the API.',
    account: 'Sign in, or see your account',
    api: 'The API, operation by operation',
    problems: 'What its error codes mean',
    links: 'The links of your Lives, and how to make a token, were printed where the server was started.',
  },
  pt: {
    running: 'Em funcionamento',
    title: 'O Lectern está funcionando',
    what: 'Ele mostra versículos da Bíblia ao vivo em telas. O público abre o link de uma Live; os operadores escrevem pela API.',
    account: 'Entrar ou ver a sua conta',
    api: 'A API, operação por operação (em inglês)',
    problems: 'O que significam os códigos de erro (em inglês)',
    links: 'Os links das suas Lives, e como criar um token, apareceram onde o servidor foi iniciado.',
  },
  de: {
    running: 'In Betrieb',
    title: 'Lectern läuft',
    what: 'Es zeigt Bibelverse live auf Bildschirmen. Das Publikum öffnet den Link eines Lives; Operatoren schreiben über die API.',
    account: 'Anmelden oder Ihr Konto ansehen',
    api: 'Die API, Operation für Operation (auf Englisch)',
    problems: 'Was die Fehlercodes bedeuten (auf Englisch)',
    links: 'Die Links Ihrer Lives und wie man ein Token anlegt, standen dort, wo der Server gestartet wurde.',
  },
};

const frame = (title: string, content: SafeHtml, language: PageLanguage = 'en'): string =>
  toDocument({ language, title }, html`<main>\n${content}\n</main>`);
