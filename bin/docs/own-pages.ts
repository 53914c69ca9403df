import { html } from '../../src/pages/toolkit/html.ts';
import { API_ADDRESS } from './api-pages.ts';
import type { DocumentPage } from './frame.ts';

/** Groups whose first page lists the others. */
const OUTLINED = new Set(['Specification', 'Decisions']);

/** The first page of the documentation: the ways in, and everything there is. */
export function docsHomePage(pages: readonly DocumentPage[]): DocumentPage {
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
  const content = html`<p class="lead">Lectern puts Bible verses on live displays. These guides lead an operator through the first service, and a developer to the first push.</p>
<p class="ways"><a class="button" href="/docs/tutorial/first-service">Your first service</a> <a class="button secondary" href="/docs/tutorial/first-push">Your first push</a> <a class="button secondary" href="${API_ADDRESS}">API reference</a></p>
<div class="cards">
${cards}</div>
<p class="more">Read the API as an <a href="/v1/openapi.json">OpenAPI document</a>, or look up an <a href="/problems">error code</a>.</p>`;
  return { address: '/docs', title: 'Documentation', group: '', summary: '', headings: [], content };
}

/** The page that is shown for an unknown address. */
export const missingPage = (): DocumentPage => ({
  address: '/docs/404',
  title: 'Page not found',
  group: '',
  summary: '',
  headings: [],
  content: html`<p>There is no page at this address. Use the search, or start at the <a href="/docs">first page of the documentation</a>.</p>`,
});
