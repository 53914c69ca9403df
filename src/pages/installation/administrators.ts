import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Administrators } from '../../domain/administrators/administrators.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { AdministratorRecord } from '../../storage/storage.ts';
import { type AdministratorServices, addAdministratorForm } from '../toolkit/administrator-routes.ts';
import { dangerForm } from '../toolkit/disclosure.ts';
import { formProblem, postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { INSTALLATION_PATH } from './installation-head.ts';

const PATH = `${INSTALLATION_PATH}/administrators`;
const PURPOSE = 'administrators';

/** A typed e-mail address, and why it was refused. */
export interface AdministratorDraft {
  readonly email: string;
  readonly problem: 'unknown' | 'disabled' | 'last';
}

interface AdministratorFormServices extends AdministratorServices {
  readonly administrators: Administrators;
}

/** Adds the forms that name and remove administrators. `show` renders their page. [D69] */
export function addAdministratorForms(
  pages: FastifyInstance,
  services: AdministratorFormServices,
  show: (visit: SignedInVisit, draft: AdministratorDraft) => Promise<string>,
): void {
  const { administrators } = services;
  const form = (action: string) => ({ path: `${PATH}/${action}`, purpose: PURPOSE, back: INSTALLATION_PATH });

  addAdministratorForm(pages, services, form('add'), async ({ visit, field }) => {
    const email = field('email');
    try {
      await administrators.add(email, visit.actor('admin add'));
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      if (error.code !== 'not_found' && error.code !== 'forbidden') throw error;
      const problem = error.code === 'not_found' ? 'unknown' : 'disabled';
      return { status: 422, page: await show(visit, { email, problem }) };
    }
    return { to: `${INSTALLATION_PATH}?done=added` };
  });

  addAdministratorForm(pages, services, form(':user/remove'), async ({ visit, params }) => {
    const found = (await administrators.list()).find(({ userId }) => userId === params.user);
    if (!found) throw new LecternError('not_found');
    try {
      const { id } = await administrators.remove(found.email, visit.actor('admin remove'));
      return { to: id === visit.holder.user.id ? '/account' : `${INSTALLATION_PATH}?done=removed` };
    } catch (error) {
      if (!(error instanceof LecternError) || error.code !== 'forbidden') throw error;
      return { status: 409, page: await show(visit, { email: '', problem: 'last' }) };
    }
  });
}

/** Renders the administrators, each with a form that removes one, and the form that names another. */
export function administratorList(
  visit: SignedInVisit,
  listed: readonly AdministratorRecord[],
  draft?: AdministratorDraft,
): SafeHtml {
  const strings = STRINGS[visit.language].installation.administrators;
  const problem = draft && strings[draft.problem];
  return html`${formProblem(draft?.problem === 'last' ? problem : undefined)}<ul class="resource-list">
${listed.map(
  (one) => html`<li><div class="resource-name"><p><strong>${one.name}</strong></p><p class="meta">${one.email}</p>
${
  listed.some((other) => other !== one && !other.disabled) &&
  dangerForm(visit, {
    summary: strings.remove,
    explanation: strings.removeHint(one.name),
    button: strings.remove,
    action: `${PATH}/${one.userId}/remove`,
    purpose: PURPOSE,
  })
}</div></li>\n`,
)}</ul>
<h3>${strings.name}</h3>
${postForm(
  visit,
  { action: `${PATH}/add`, purpose: PURPOSE },
  html`${inputField({
    name: 'email',
    label: strings.email,
    type: 'email',
    hint: strings.hint,
    value: draft?.email ?? '',
    problem: draft?.problem !== 'last' && problem,
  })}<p class="actions"><button>${strings.name}</button></p>\n`,
)}`;
}
