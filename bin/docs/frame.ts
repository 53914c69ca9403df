import { html, type SafeHtml } from '../../src/pages/toolkit/html.ts';
import type { Heading } from './markdown.ts';

/** A page of the documentation, without what stands around it. */
export interface DocumentPage {
  readonly address: string;
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

/** Renders a whole page; `pages` are all there are, in the order of the contents. */
export function renderPage(page: DocumentPage, pages: readonly DocumentPage[], assets: Assets): string {
  const index = pages.indexOf(page);
  const [previous, next] = index < 0 ? [] : [pages[index - 1], pages[index + 1]];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${page.title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.summary && html`<meta name="description" content="${page.summary.slice(0, 200)}">\n`}<link rel="icon" href="data:,">
<link rel="preload" href="${assets.fonts['inter-latin-wght-normal']}" as="font" type="font/woff2" crossorigin>
${assets.styles.map((style) => html`<link rel="stylesheet" href="${style}">\n`)}<script type="module" src="${assets.script}"></script>
</head>
<body${page.isWide && html` class="wide"`}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="open-contents" popovertarget="contents">Contents</button>
<p class="brand"><a href="/docs">Lectern <span>Docs</span></a></p>
<button type="button" class="open-search" aria-keyshortcuts="/" hidden>Search <kbd aria-hidden="true">/</kbd></button>
</header>
<div class="columns">
<nav id="contents" class="contents" popover aria-label="Documentation">
${contents(page, pages)}</nav>
<main id="content" class="content" tabindex="-1">
<article>
${page.group && html`<p class="eyebrow">${page.group}</p>\n`}<h1${page.titleId && html` id="${page.titleId}"`}>${page.title}</h1>
${page.content}
</article>
${(previous || next) && html`<nav class="beside" aria-label="Previous and next page">${step(previous, 'Previous')}${step(next, 'Next')}</nav>`}
</main>
${onThisPage(page)}</div>
<dialog id="search" class="search-box" aria-label="Search the documentation" data-index="/docs/search.json">
<label for="search-words">Search the documentation</label>
<input id="search-words" type="search" autocomplete="off" spellcheck="false" placeholder="A title, a heading or an operation">
<p class="found" role="status"></p>
<ul class="results"></ul>
<button type="button" class="close-search">Close</button>
</dialog>
<p class="unseen" id="announced" role="status"></p>
</body>
</html>
`.toString();
}

function contents(current: DocumentPage, pages: readonly DocumentPage[]): SafeHtml[] {
  const groups = Map.groupBy(
    pages.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  const opens = (group: string) => (current.group === '' ? group === 'Get started' : group === current.group);
  return [...groups].map(
    ([group, members]) => html`<details${opens(group) && html` open`}>
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

const step = (page: DocumentPage | undefined, label: string): SafeHtml | false =>
  page !== undefined &&
  html`<a class="${label.toLowerCase()}" href="${page.address}"><span>${label}</span> ${page.shortTitle ?? page.title}</a>`;

function onThisPage({ headings, isWide }: DocumentPage): SafeHtml | false {
  const all = headings.filter(({ level }) => level <= 3);
  const listed = all.length > LISTED_HEADINGS_MAX ? all.filter(({ level }) => level === 2) : all;
  if (listed.length < 2 || isWide) return false;
  return html`<nav class="on-page" aria-labelledby="on-page">
<p id="on-page">On this page</p>
<ul>
${listed.map(({ id, level, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>\n`)}</ul>
</nav>
`;
}
