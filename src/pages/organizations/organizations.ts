import type { FastifyInstance } from 'fastify';
import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership } from '../../storage/storage.ts';
import type { CreatedOutputsServices } from '../tokens/created-outputs.ts';
import { type AccountServices, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

const PATH = '/account/organizations';
const PURPOSE = 'organizations';

interface Draft {
  readonly name: string;
  readonly problem?: string;
}

export interface OrganizationsServices extends AccountServices, CreatedOutputsServices {
  readonly organizations: OrganizationService;
}

/** Adds the page that lists the user's organizations and creates new ones. [D34] */
export function addOrganizationsPage(pages: FastifyInstance, services: OrganizationsServices): void {
  const { organizations } = services;
  const list = ({ holder }: SignedInVisit) => organizations.list(holder.user.id);

  addAccountPage(pages, services, PATH, async ({ visit, query }) =>
    listPage(
      visit,
      await list(visit),
      { name: '' },
      findSentence(STRINGS[visit.language].organizations.list.done, query('done')),
    ),
  );

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async ({ visit, field: read }) => {
    const strings = STRINGS[visit.language].organizations.list;
    const reject = async (status: number, problem: string) => {
      return { status, page: listPage(visit, await list(visit), { name: read('name'), problem }, undefined) };
    };
    const name = parseName(read('name'));
    if (name === null) return reject(422, STRINGS[visit.language].common.nameProblem);
    const id = await organizations.create(visit.holder.user.id, name, visit.actor('createOrganization'));
    return id === null ? reject(409, strings.quotaProblem) : { to: `${PATH}/${id}?done=created` };
  });
}

function listPage(visit: SignedInVisit, all: readonly Membership[], draft: Draft, done: string | undefined): string {
  const strings = STRINGS[visit.language].organizations.list;
  const roles = STRINGS[visit.language].organizations.roles;
  const content = html`<h1>${strings.title}</h1>
${notice(done)}${
  all.length === 0
    ? html`<p>${strings.empty}</p>\n`
    : html`<ul class="resource-list">${all.map(
        ({ id, name, role }) =>
          html`<li><div class="resource-name"><a href="${PATH}/${id}">${name}</a><p class="meta">${roles[role].name}</p></div></li>\n`,
      )}</ul>\n`
}<h2>${strings.create}</h2>
<p class="hint">${strings.createHint}</p>
${postForm(
  visit,
  { action: PATH, purpose: PURPOSE },
  html`${inputField({
    name: 'name',
    label: strings.name,
    value: draft.name,
    maxLength: NAME_MAX_CHARACTERS,
    problem: draft.problem,
    autocomplete: 'organization',
  })}<p class="actions"><button class="primary">${strings.create}</button></p>\n`,
)}`;
  return personFrame({ title: strings.title, visit, place: 'organizations' }, content);
}
