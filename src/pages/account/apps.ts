import type { FastifyInstance } from 'fastify';
import type { Grants } from '../../domain/account/apps/grants.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { ListedGrant } from '../../storage/storage.ts';
import { type AccountServices, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { dangerForm } from '../toolkit/disclosure.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { validityLine } from '../toolkit/validity-line.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

const PATH = '/account/apps';
const PURPOSE = 'apps';

export interface AppsServices extends AccountServices {
  readonly grants: Grants;
}

/** Adds the page that lists the apps with access to the account and what they can do, and ends their access. [D38] */
export function addAppsPage(pages: FastifyInstance, services: AppsServices): void {
  const { grants } = services;

  addAccountPage(pages, services, PATH, async ({ visit, query }) =>
    appsPage(
      visit,
      await grants.list(visit.holder.user.id),
      findSentence(STRINGS[visit.language].apps.done, query('done')),
    ),
  );

  const form = { path: `${PATH}/:id/end`, purpose: PURPOSE, back: PATH, ends: true };
  addAccountForm(pages, services, form, async ({ visit, params }) => {
    const { user } = visit.holder;
    await grants.end({ userId: user.id, owner: toAccountOwner(user) }, params.id!, visit.actor('deleteOauthGrant'));
    return { to: `${PATH}?done=ended` };
  });
}

function appsPage(visit: SignedInVisit, grants: readonly ListedGrant[], done: string | undefined): string {
  const strings = STRINGS[visit.language].apps;
  const content = html`<h1>${strings.title}</h1>
${notice(done)}${
  grants.length === 0
    ? html`<p>${strings.empty}</p>\n`
    : html`<p class="hint">${strings.lead}</p>
<ul class="resource-list">${grants.map((grant) => entry(visit, grant))}</ul>
`
}`;
  return personFrame({ title: strings.title, visit, place: 'apps' }, content);
}

function entry(visit: SignedInVisit, grant: ListedGrant): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].apps;
  const { id, clientName, scopes, createdAt } = grant;
  return html`<li><div class="resource-name">
<h2>${clientName}</h2>
${validityLine(language, strings.connected(timeElement(language, createdAt)), grant)}<p class="label">${strings.may}</p>
<ul>${scopes.map((scope) => html`<li>${STRINGS[language].scopes.names[scope]}</li>`)}</ul>
${dangerForm(visit, {
  summary: strings.end,
  explanation: strings.endHint(clientName),
  button: strings.endNow,
  action: `${PATH}/${id}/end`,
  purpose: PURPOSE,
})}</div></li>
`;
}
