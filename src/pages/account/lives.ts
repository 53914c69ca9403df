import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import { accountOf } from '../../domain/account/owner.ts';
import type { LiveSummary, Owner, Viewers } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../html.ts';
import { type PageLanguage, toMoment, type Words } from '../page-language.ts';
import { personFrame } from '../person-frame.ts';
import type { PageServices } from '../services.ts';
import { addAccountPage } from './account-routes.ts';
import { organizationHead, organizationPath } from './organization-head.ts';

const PATH = '/account/lives';
/** Creation and id of the last one that was shown; anything else begins with the first. */
const AFTER = /^(?<createdAt>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<id>[A-Za-z0-9_-]{1,64})$/;

type WatchedLive = LiveSummary & Viewers;

/** The Lives of an owner, and how many watch each now and did at most: for those who operate them. [D52] */
export function addLivesPages(pages: FastifyInstance, services: PageServices): void {
  const { organizations: desk, lives, readViewers } = services;

  /** One more than a page has says that there are others. */
  const read = async (owner: Owner, after: string): Promise<WatchedLive[]> => {
    const { createdAt, id } = AFTER.exec(after)?.groups ?? {};
    const place = createdAt !== undefined && id !== undefined ? { createdAt, id } : null;
    const found = await lives.list(owner, { limit: PAGE_DEFAULT_ITEMS + 1, after: place });
    return Promise.all(found.map(async (live) => ({ ...live, ...(await readViewers(live.id)) })));
  };

  addAccountPage(pages, services, PATH, async ({ visit, query }) => {
    const found = await read(accountOf(visit.holder.user), query('after'));
    const { title } = WORDS[visit.language];
    const content = html`<h1>${title}</h1>\n${livesList(visit.language, found, PATH)}`;
    return personFrame({ title, visit, place: 'account' }, content);
  });

  addAccountPage(pages, services, '/account/organizations/:organization/lives', async ({ visit, params, query }) => {
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const found = await read({ kind: 'organization', id: membership.id }, query('after'));
    const path = `${organizationPath(membership.id)}/lives`;
    const content = html`${organizationHead(visit.language, membership, 'lives')}
${livesList(visit.language, found, path)}`;
    const title = `${WORDS[visit.language].title} · ${membership.name}`;
    return personFrame({ title, visit, place: 'organizations' }, content);
  });
}

function livesList(language: PageLanguage, found: readonly WatchedLive[], path: string): SafeHtml {
  const words = WORDS[language];
  const shown = found.slice(0, PAGE_DEFAULT_ITEMS);
  const last = shown.at(-1);
  if (!last) return html`<p>${words.empty}</p>\n`;
  const more = `${path}?after=${encodeURIComponent(`${last.createdAt} ${last.id}`)}`;
  return html`<ul class="entries">${shown.map((live) => entry(language, live))}</ul>
${found.length > shown.length && html`<p class="actions"><a class="button secondary" href="${more}">${words.more}</a></p>\n`}`;
}

function entry(language: PageLanguage, { id, name, viewers, peak, peakAt }: WatchedLive): SafeHtml {
  const words = WORDS[language];
  return html`<li><div class="what">
<h2><a href="/l/${id}">${name}</a></h2>
<p>${peakAt === null ? words.never : words.now(viewers)}</p>
<p class="meta">${peakAt !== null && html`${words.most(peak, toMoment(language, peakAt))} · `}<code>${id}</code></p>
</div></li>
`;
}

interface LivesWords {
  title: string;
  empty: string;
  more: string;
  now: (viewers: number) => string;
  never: string;
  most: (viewers: number, at: string) => string;
}

const WORDS: Words<LivesWords> = {
  en: {
    title: 'Lives',
    empty: 'There are none here. An app or program with a token creates them; then you see here how many watch each.',
    more: 'More Lives',
    now: (viewers) => (viewers === 0 ? 'Nobody is watching now.' : `${viewers} watching now.`),
    never: 'Nobody has watched it yet.',
    most: (viewers, at) => `At most ${viewers} at once, on ${at}`,
  },
  pt: {
    title: 'Lives',
    empty:
      'Não há nenhuma aqui. Um aplicativo ou programa com um token as cria; então você vê aqui quantos assistem a cada uma.',
    more: 'Mais Lives',
    now: (viewers) =>
      ['Ninguém assiste agora.', '1 pessoa assistindo agora.'][viewers] ?? `${viewers} pessoas assistindo agora.`,
    never: 'Ninguém assistiu ainda.',
    most: (viewers, at) => `No máximo ${viewers} ao mesmo tempo, em ${at}`,
  },
  de: {
    title: 'Lives',
    empty:
      'Hier gibt es noch keine. Eine App oder ein Programm mit einem Token legt sie an; dann sehen Sie hier, wie viele bei jedem zusehen.',
    more: 'Weitere Lives',
    now: (viewers) =>
      ['Jetzt sieht niemand zu.', '1 Person sieht jetzt zu.'][viewers] ?? `${viewers} Personen sehen jetzt zu.`,
    never: 'Noch hat niemand zugesehen.',
    most: (viewers, at) => `Höchstens ${viewers} zugleich, am ${at}`,
  },
};
