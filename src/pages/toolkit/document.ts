import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';

interface Document {
  readonly language: InterfaceLanguage;
  readonly title: string;
  /** Whether this is a page for people, which search engines must not index. */
  readonly forPerson?: boolean;
  /** Addresses of module scripts, all below /assets/. */
  readonly scripts?: readonly string[];
  /** Header of a signed-in person's page; others have only the name of the product. */
  readonly header?: SafeHtml | null;
}

/** Returns the `lang` attribute of a document, with `dir` for right-to-left languages. */
export const languageAttributes = (language: InterfaceLanguage): SafeHtml =>
  html`lang="${language}"${INTERFACE_LANGUAGES[language].direction === 'rtl' && html` dir="rtl"`}`;

/** Renders the document around the content of a page. */
export const toDocument = (
  { language, title, forPerson = false, scripts = [], header }: Document,
  content: SafeHtml,
): string =>
  html`<!doctype html>
<html ${languageAttributes(language)}>
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
  html`<a class="skip" href="#content">${STRINGS[language].common.skip}</a>
${header ?? html`<nav class="brand" aria-label="Lectern"><a href="/">Lectern</a><a href="/docs" hreflang="en">${STRINGS[language].common.menu.guides}</a></nav>\n`}`
}${content}
</body>
</html>
`.toString();
