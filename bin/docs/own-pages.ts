import { guidesAddress, type InterfaceLanguage } from '../../src/locales/languages.ts';
import { STRINGS } from '../../src/locales/strings.ts';
import { html } from '../../src/pages/toolkit/html.ts';
import { API_ADDRESS } from './api-pages.ts';
import type { DocumentPage } from './frame.ts';

/** Groups whose first page lists the others. */
const OUTLINED = new Set(['Specification', 'Decisions']);

/** The first page of the documentation in a language: the ways in, and everything there is. */
export function docsHomePage(language: InterfaceLanguage, pages: readonly DocumentPage[]): DocumentPage {
  const address = guidesAddress(language);
  const { title, home } = STRINGS[language].docs;
  const cards = [...Map.groupBy(pages, ({ group }) => group)].map(([group, members]) => {
    const listed = OUTLINED.has(group) ? members.slice(0, 1) : members;
    const id = group.toLowerCase().replaceAll(' ', '-');
    return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${group}</h2>
<ul>
${listed.map(({ address, title, shortTitle }) => html`<li><a href="${address}">${shortTitle ?? title}</a></li>\n`)}</ul>
</section>
`;
  });
  const first =
    language === 'en'
      ? html`<a href="/v1/openapi.json">${home.first}</a>`
      : html`<a href="/docs" hreflang="en">${home.first}</a>`;
  const content = html`<p class="lead">${home.lead}</p>
<p class="ways"><a class="button" href="${address}/tutorial/first-service">${home.firstService}</a>${
    language === 'en' &&
    html` <a class="button secondary" href="/docs/tutorial/first-push">Your first push</a> <a class="button secondary" href="${API_ADDRESS}">API reference</a>`
  }</p>
<div class="cards">
${cards}</div>
<p class="more">${home.more(first, html`<a href="/problems">${home.second}</a>`)}</p>`;
  return { address, language, title, group: '', summary: '', headings: [], content };
}

/** The page that is shown for an unknown address. */
export function missingPage(language: InterfaceLanguage): DocumentPage {
  const address = guidesAddress(language);
  const { title, text, home } = STRINGS[language].docs.missing;
  return {
    address: `${address}/404`,
    language,
    title,
    group: '',
    summary: '',
    headings: [],
    content: html`<p>${text(html`<a href="${address}">${home}</a>`)}</p>`,
  };
}
