import { html, type SafeHtml } from './html.ts';
import type { PageLanguage, Words } from './page-language.ts';

const SKIP: Words<string> = { en: 'Skip to content', pt: 'Ir para o conteúdo', de: 'Zum Inhalt springen' };

interface Document {
  readonly language: PageLanguage;
  readonly title: string;
  /** One of the pages that people use, which no search engine lists. */
  readonly forPerson?: boolean;
  /** Addresses of module scripts, all below /assets/. */
  readonly scripts?: readonly string[];
}

/** What stands around the content of every page. */
export const toDocument = ({ language, title, forPerson = false, scripts = [] }: Document, content: SafeHtml): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${forPerson && html`<meta name="robots" content="noindex">\n`}<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages.css">
${scripts.map((script) => html`<script type="module" src="${script}"></script>\n`)}</head>
<body${forPerson && html` class="person"`}>
${
  forPerson &&
  html`<a class="skip" href="#content">${SKIP[language]}</a>
<nav class="brand" aria-label="Lectern"><a href="/">Lectern</a></nav>
`
}${content}
</body>
</html>
`.toString();
