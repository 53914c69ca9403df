import {
  guidesAddress,
  INTERFACE_LANGUAGES,
  type InterfaceLanguage,
  LANGUAGE_CODES,
} from '../../src/locales/languages.ts';
import { STRINGS } from '../../src/locales/strings.ts';
import { languageAttributes } from '../../src/pages/toolkit/document.ts';
import { html, type SafeHtml } from '../../src/pages/toolkit/html.ts';
import type { Heading } from './markdown.ts';

/** A page of the documentation, without what stands around it. */
export interface DocumentPage {
  readonly address: string;
  readonly language: InterfaceLanguage;
  readonly title: string;
  readonly titleId?: string;
  /** Title in the contents, if it differs. */
  readonly shortTitle?: string;
  /** Group of the contents; empty for a page outside of them. */
  readonly group: string;
  readonly summary: string;
  readonly content: SafeHtml;
  readonly headings: readonly Heading[];
  /** True for a page with its code in a second column. */
  readonly isWide?: boolean;
}

/** Scripts and styles of a page, as the build of the browser code names them. */
export interface Assets {
  readonly script: string;
  readonly styles: readonly string[];
  readonly fonts: Readonly<Record<string, string>>;
}

/** More headings than this on a page, and only those of the highest level are listed. */
const LISTED_HEADINGS_MAX = 24;

/**
 * Renders a whole page; `pages` are all of its language, in the order of the contents, and `addresses` those of all
 * pages in all languages.
 */
export function renderPage(
  page: DocumentPage,
  pages: readonly DocumentPage[],
  addresses: ReadonlySet<string>,
  assets: Assets,
): string {
  const { language } = page;
  const strings = STRINGS[language].docs;
  const home = guidesAddress(language);
  const languages = languagesOf(page, addresses);
  const index = pages.indexOf(page);
  const [previous, next] = index < 0 ? [] : [pages[index - 1], pages[index + 1]];
  return html`<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>${page.title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.summary && html`<meta name="description" content="${page.summary.slice(0, 200)}">\n`}<link rel="icon" href="data:,">
<link rel="preload" href="${assets.fonts['inter-latin-wght-normal']}" as="font" type="font/woff2" crossorigin>
${languages.map(([code, address]) => html`<link rel="alternate" hreflang="${code}" href="${address}">\n`)}${assets.styles.map((style) => html`<link rel="stylesheet" href="${style}">\n`)}<script type="module" src="${assets.script}"></script>
</head>
<body${page.isWide && html` class="wide"`}>
<a class="skip" href="#content">${strings.skip}</a>
<header class="top">
<button type="button" class="open-contents" popovertarget="contents">${strings.contents}</button>
<p class="brand"><a href="${home}">Lectern <span>${strings.brand}</span></a></p>
<button type="button" class="open-search" aria-keyshortcuts="/" hidden>${strings.search.open} <kbd aria-hidden="true">/</kbd></button>
</header>
<div class="columns">
<nav id="contents" class="contents" popover aria-label="${strings.title}">
${contents(page, pages)}</nav>
<main id="content" class="content" tabindex="-1">
${languages.length > 1 && languageLinks(languages, language)}<article>
${page.group && html`<p class="eyebrow">${page.group}</p>\n`}<h1${page.titleId && html` id="${page.titleId}"`}>${page.title}</h1>
${page.content}
</article>
${(previous || next) && html`<nav class="beside" aria-label="${strings.page.beside}">${step(previous, 'previous')}${step(next, 'next')}</nav>`}
</main>
${onThisPage(page)}</div>
<dialog id="search" class="search-box" aria-label="${strings.search.title}" data-index="${home}/search.json">
<label for="search-words">${strings.search.title}</label>
<input id="search-words" type="search" autocomplete="off" spellcheck="false" placeholder="${strings.search.hint}">
<p class="found" role="status"></p>
<ul class="results"></ul>
<button type="button" class="close-search">${strings.search.close}</button>
</dialog>
<p class="unseen" id="announced" role="status"></p>
</body>
</html>
`.toString();
}

/** The addresses of a page by language; none for a page outside of the documentation, such as that of a missing one. */
function languagesOf({ address, language }: DocumentPage, addresses: ReadonlySet<string>) {
  const path = address.slice(guidesAddress(language).length);
  return LANGUAGE_CODES.map((code) => [code, guidesAddress(code) + path] as const).filter(([, one]) =>
    addresses.has(one),
  );
}

const languageLinks = (languages: ReturnType<typeof languagesOf>, current: InterfaceLanguage): SafeHtml =>
  html`<nav class="languages" aria-label="${STRINGS[current].docs.languages}">
<ul>
${languages.map(
  ([code, address]) =>
    html`<li><a href="${address}" hreflang="${code}" ${languageAttributes(code)}${code === current && html` aria-current="true"`}>${INTERFACE_LANGUAGES[code].name}</a></li>\n`,
)}</ul>
</nav>
`;

function contents(current: DocumentPage, pages: readonly DocumentPage[]): SafeHtml[] {
  const groups = Map.groupBy(
    pages.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  const opens = (group: string, at: number) => (current.group === '' ? at === 0 : group === current.group);
  return [...groups].map(
    ([group, members], at) => html`<details${opens(group, at) && html` open`}>
<summary>${group}</summary>
<ul>
${members.map(
  (page) =>
    html`<li><a href="${page.address}"${page === current && html` aria-current="page"`}>${page.shortTitle ?? page.title}</a></li>\n`,
)}</ul>
</details>
`,
  );
}

const step = (page: DocumentPage | undefined, place: 'previous' | 'next'): SafeHtml | false =>
  page !== undefined &&
  html`<a class="${place}" href="${page.address}"><span>${STRINGS[page.language].docs.page[place]}</span> ${page.shortTitle ?? page.title}</a>`;

function onThisPage({ language, headings, isWide }: DocumentPage): SafeHtml | false {
  const all = headings.filter(({ level }) => level <= 3);
  const listed = all.length > LISTED_HEADINGS_MAX ? all.filter(({ level }) => level === 2) : all;
  if (listed.length < 2 || isWide) return false;
  return html`<nav class="on-page" aria-labelledby="on-page">
<p id="on-page">${STRINGS[language].docs.page.onThis}</p>
<ul>
${listed.map(({ id, level, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>\n`)}</ul>
</nav>
`;
}
