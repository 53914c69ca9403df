import type { FastifyInstance } from 'fastify';
import { NAME_MAX_CHARACTERS, ORGANIZATIONS_PER_USER_MAX } from '../../contract/limits.ts';
import { parseName } from '../../domain/name.ts';
import type { Membership } from '../../storage/storage.ts';
import type { PageServices } from '../services.ts';
import { field } from '../toolkit/form-field.ts';
import { html } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { addAccountForm, addAccountPage } from './account-routes.ts';
import { NAME_PROBLEM } from './name-problem.ts';
import { notice, postForm, sentenceOf } from './pieces.ts';
import { ROLE_WORDS } from './role-words.ts';

const PATH = '/account/organizations';
const PURPOSE = 'organizations';

interface Draft {
  readonly name: string;
  readonly problem?: string;
}

/** The organizations of which the user is a member, and a new one. [D34] */
export function addOrganizationsPage(pages: FastifyInstance, services: PageServices): void {
  const { organizations } = services;
  const list = ({ holder }: HeldVisit) => organizations.list(holder.user.id);

  addAccountPage(pages, services, PATH, async ({ visit, query }) =>
    listPage(visit, await list(visit), { name: '' }, sentenceOf(WORDS[visit.language].done, query('done'))),
  );

  addAccountForm(pages, services, { path: PATH, purpose: PURPOSE, back: PATH }, async ({ visit, field: read }) => {
    const words = WORDS[visit.language];
    const refuse = async (status: number, problem: string) => {
      return { status, page: listPage(visit, await list(visit), { name: read('name'), problem }, undefined) };
    };
    const name = parseName(read('name'));
    if (name === null) return refuse(422, NAME_PROBLEM[visit.language]);
    const id = await organizations.create(visit.holder.user.id, name, visit.actor('createOrganization'));
    return id === null ? refuse(409, words.quotaProblem) : { to: `${PATH}/${id}?done=created` };
  });
}

function listPage(visit: HeldVisit, all: readonly Membership[], draft: Draft, done: string | undefined): string {
  const words = WORDS[visit.language];
  const roles = ROLE_WORDS[visit.language];
  const content = html`<h1>${words.title}</h1>
${notice(done)}${
  all.length === 0
    ? html`<p>${words.empty}</p>\n`
    : html`<ul class="entries">${all.map(
        ({ id, name, role }) =>
          html`<li><div class="what"><h2><a href="${PATH}/${id}">${name}</a></h2><p class="meta">${roles[role].name}</p></div></li>\n`,
      )}</ul>\n`
}<h2>${words.create}</h2>
<p class="hint">${words.createHint}</p>
${postForm(
  visit,
  { action: PATH, purpose: PURPOSE },
  html`${field({
    name: 'name',
    label: words.name,
    value: draft.name,
    maxLength: NAME_MAX_CHARACTERS,
    problem: draft.problem,
    autocomplete: 'organization',
  })}<p class="actions"><button>${words.create}</button></p>\n`,
)}`;
  return personFrame({ title: words.title, visit, place: 'organizations' }, content);
}

interface OrganizationsWords {
  title: string;
  empty: string;
  create: string;
  createHint: string;
  name: string;
  quotaProblem: string;
  done: { left: string; deleted: string };
}

const WORDS: Words<OrganizationsWords> = {
  en: {
    title: 'Organizations',
    empty:
      'You belong to no organization. If your church has one here, ask one of its owners to invite you. Otherwise create one.',
    create: 'Create an organization',
    createHint: 'It has its own Lives, presentations and tokens, which its members share. You will be its owner.',
    name: 'Name, as the audience may see it',
    quotaProblem: `You own ${ORGANIZATIONS_PER_USER_MAX} organizations, and more are not allowed. Ask whoever runs this server.`,
    done: { left: 'You have left the organization.', deleted: 'The organization is deleted.' },
  },
  pt: {
    title: 'Organizações',
    empty:
      'Você não participa de nenhuma organização. Se a sua igreja já tem uma aqui, peça a um dos proprietários que convide você. Se não, crie uma.',
    create: 'Criar uma organização',
    createHint:
      'Ela tem suas próprias Lives, apresentações e tokens, que os membros compartilham. Você será o proprietário.',
    name: 'Nome, como o público pode vê-lo',
    quotaProblem: `Você é proprietário de ${ORGANIZATIONS_PER_USER_MAX} organizações, e não são permitidas mais. Fale com quem administra este servidor.`,
    done: { left: 'Você saiu da organização.', deleted: 'A organização foi excluída.' },
  },
  de: {
    title: 'Organisationen',
    empty:
      'Sie gehören zu keiner Organisation. Wenn Ihre Gemeinde hier schon eine hat, bitten Sie einen ihrer Inhaber, Sie einzuladen. Sonst legen Sie eine an.',
    create: 'Organisation anlegen',
    createHint:
      'Sie hat eigene Lives, Präsentationen und Tokens, die sich ihre Mitglieder teilen. Sie werden ihr Inhaber.',
    name: 'Name, wie ihn das Publikum sehen kann',
    quotaProblem: `Sie sind Inhaber von ${ORGANIZATIONS_PER_USER_MAX} Organisationen, mehr sind nicht erlaubt. Fragen Sie, wer diesen Server betreibt.`,
    done: { left: 'Sie haben die Organisation verlassen.', deleted: 'Die Organisation ist gelöscht.' },
  },
};
