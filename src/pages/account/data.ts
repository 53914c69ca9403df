import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { isRecentlyAuthenticated } from '../../domain/account/identity/recent-authentication.ts';
import { exportDocument } from '../../domain/account/lifecycle/export-document.ts';
import { LastOwnerError } from '../../domain/account/lifecycle/owner-deletion.ts';
import type { OwnerExport } from '../../domain/account/lifecycle/owner-export.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { Clock } from '../../domain/clock.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership, Owner } from '../../storage/storage.ts';
import { organizationHead, organizationPath } from '../organizations/organization-head.ts';
import {
  type AccountRequest,
  type AccountServices,
  addAccountFile,
  addAccountForm,
  addAccountPage,
} from '../toolkit/account-routes.ts';
import { disclosure } from '../toolkit/disclosure.ts';
import { formProblem, postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { signInAgain } from '../toolkit/sign-in-again.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

const PATH = '/account/data';
const ORGANIZATION_PATH = '/account/organizations/:organization/data';
const PURPOSE = 'leave';
const ORGANIZATION_PURPOSE = 'delete organization';

/** Errors of the form: a wrong confirmation, or a problem that prevents the deletion. */
interface Draft {
  readonly mistyped?: boolean;
  readonly problem?: string;
}

/**
 * Query parameter after a wrong confirmation. The form redirects, so that the browser can return to a page instead of a
 * form response.
 */
const MISTYPED = 'mistyped';
const readDraft = ({ query }: AccountRequest): Draft => ({ mistyped: query('problem') === MISTYPED });

export interface DataServices extends AccountServices {
  readonly clock: Clock;
  readonly organizations: OrganizationService;
  readonly ownerExport: OwnerExport;
  /** Deletes an account with its user, or an organization. Throws LastOwner without any change. */
  readonly leave: (ownerId: string, actor: Actor) => Promise<Owner>;
}

/** Adds the pages for exporting and deleting all data, of an account, and of an organization for its owners. [D52] */
export function addDataPages(pages: FastifyInstance, services: DataServices): void {
  const { clock, organizations, visits } = services;
  const fileOf = async (owner: Owner) => {
    await services.ownerExport.admit(owner);
    return {
      name: `lectern-${owner.id}.json`,
      mediaType: 'application/json; charset=utf-8',
      pieces: exportDocument((section) => services.ownerExport.entries(section, owner)),
    };
  };
  const mayDelete = ({ holder }: SignedInVisit) => isRecentlyAuthenticated(holder.session, clock());
  const showAccount = (visit: SignedInVisit, draft: Draft) => accountPage(visit, mayDelete(visit), draft);
  const showOrganization = (visit: SignedInVisit, membership: Membership, draft: Draft) =>
    organizationPage(visit, membership, mayDelete(visit), draft);

  addAccountPage(pages, services, PATH, async (call) => showAccount(call.visit, readDraft(call)));
  addAccountFile(pages, services, { path: `${PATH}/export`, back: PATH }, ({ visit }) =>
    fileOf(toAccountOwner(visit.holder.user)),
  );
  const accountForm = { path: `${PATH}/delete`, purpose: PURPOSE, back: PATH };
  addAccountForm(pages, services, accountForm, async (call) => {
    const { visit, reply } = call;
    const { user } = visit.holder;
    if (!mayDelete(visit)) return { to: PATH };
    if (call.field('confirmation').trim() !== user.email) return { to: `${PATH}?problem=${MISTYPED}` };
    try {
      await services.leave(user.accountId, visit.actor('deleteAccount'));
    } catch (error) {
      if (!(error instanceof LastOwnerError)) throw error;
      const problem = STRINGS[visit.language].account.data.lastOwner(
        await namesOf(services, user.id, error.organizations),
      );
      return { status: 409, page: showAccount(visit, { problem }) };
    }
    visits.cookies.dropSession(reply);
    return { status: 200, page: goodbye(visit) };
  });

  /** Returns the membership. Throws `not_found`, and `forbidden` unless the member is an owner. */
  const requireOwned = async ({ visit, params }: AccountRequest, to: 'read' | 'write' = 'read') => {
    const membership = await organizations.require(visit.holder.user.id, params.organization!, to);
    if (!hasMemberRight(membership.role, 'own')) throw new LecternError('forbidden');
    return membership;
  };
  addAccountPage(pages, services, ORGANIZATION_PATH, async (call) =>
    showOrganization(call.visit, await requireOwned(call), readDraft(call)),
  );
  const organizationFile = { path: `${ORGANIZATION_PATH}/export`, back: ORGANIZATION_PATH };
  addAccountFile(pages, services, organizationFile, async (call) => {
    const { id } = await requireOwned(call);
    return fileOf({ kind: 'organization', id });
  });
  const organizationForm = {
    path: `${ORGANIZATION_PATH}/delete`,
    purpose: ORGANIZATION_PURPOSE,
    back: ORGANIZATION_PATH,
  };
  addAccountForm(pages, services, organizationForm, async (call) => {
    const { visit } = call;
    const membership = await requireOwned(call, 'write');
    const page = `${organizationPath(membership.id)}/data`;
    if (!mayDelete(visit)) return { to: page };
    if (call.field('confirmation').trim() !== membership.name) return { to: `${page}?problem=${MISTYPED}` };
    await services.leave(membership.id, visit.actor('deleteOrganization'));
    return { to: '/account/organizations?done=deleted' };
  });
}

/** Returns the names of organizations that the user is a member of. */
async function namesOf({ organizations }: DataServices, userId: string, ids: readonly string[]): Promise<string> {
  const found = await organizations.list(userId);
  return found
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');
}

function accountPage(visit: SignedInVisit, mayDelete: boolean, draft: Draft): string {
  const strings = STRINGS[visit.language].account.data;
  const content = html`<h1>${strings.title}</h1>
${copy(visit.language, `${PATH}/export`, strings.accountCopy)}<h2>${strings.deleteAccount}</h2>
<p>${strings.accountEnds}</p>
${deletion(visit, { path: PATH, purpose: PURPOSE, button: strings.deleteAccount, expected: visit.holder.user.email }, mayDelete, draft)}`;
  return personFrame({ title: strings.title, visit, place: 'account' }, content);
}

function organizationPage(visit: SignedInVisit, membership: Membership, mayDelete: boolean, draft: Draft): string {
  const strings = STRINGS[visit.language].account.data;
  const path = `${organizationPath(membership.id)}/data`;
  const form = { path, purpose: ORGANIZATION_PURPOSE, button: strings.deleteOrganization, expected: membership.name };
  const content = html`${organizationHead(visit.language, membership, 'data')}
<h2>${strings.copy}</h2>
${copy(visit.language, `${path}/export`, strings.organizationCopy)}<h2>${strings.deleteOrganization}</h2>
<p>${strings.organizationEnds}</p>
${deletion(visit, form, mayDelete, draft)}`;
  return personFrame(
    { title: `${strings.title} · ${membership.name}`, visit, place: 'people', ownerId: membership.id },
    content,
  );
}

const copy = (language: InterfaceLanguage, href: string, explanation: string): SafeHtml => html`<p>${explanation}</p>
<p class="actions"><a class="button" href="${href}" download>${STRINGS[language].account.data.download}</a></p>
`;

/**
 * Renders the deletion form. It needs a typed confirmation and a recent sign-in, in case a browser was left unattended.
 */
function deletion(
  visit: SignedInVisit,
  { path, purpose, button, expected }: { path: string; purpose: string; button: string; expected: string },
  mayDelete: boolean,
  { mistyped, problem }: Draft,
): SafeHtml {
  const strings = STRINGS[visit.language].account.data;
  if (!mayDelete) return signInAgain(visit.language, path);
  return html`${formProblem(problem)}${disclosure(
    button,
    postForm(
      visit,
      { action: `${path}/delete`, purpose },
      html`${inputField({
        name: 'confirmation',
        label: strings.confirmation(expected),
        hint: strings.forGood,
        problem: mistyped && strings.mistyped,
      })}<p class="actions"><button class="danger">${button}</button></p>\n`,
    ),
    mistyped || problem !== undefined,
  )}`;
}

function goodbye(visit: SignedInVisit): string {
  const strings = STRINGS[visit.language].account.data;
  return personFrame(
    { title: strings.goodbye, visit: { ...visit, holder: null } },
    html`<h1>${strings.goodbye}</h1>
<p>${strings.gone}</p>
`,
  );
}
