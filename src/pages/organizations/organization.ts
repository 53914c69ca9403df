import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { ROLES, type Role } from '../../contract/scopes.ts';
import type { MemberContext } from '../../domain/account/organizations/organization-service.ts';
import { assignableRoles, hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { parseEmail } from '../../domain/email.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { MemberRecord, Membership, OpenInvitation, OutputOfLive } from '../../storage/storage.ts';
import { CREATED_BY_PARAMETER, createdOutputs, findCreatedOutputs } from '../tokens/created-outputs.ts';
import { type AccountRequest, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { actionRow, dangerForm, disclosure } from '../toolkit/disclosure.ts';
import { formProblem, latestItemToken, postForm } from '../toolkit/form.ts';
import { inputField, selectField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { secretBox } from '../toolkit/secret-box.ts';
import type { SignedInVisit } from '../toolkit/visits.ts';
import { organizationHead, organizationPath } from './organization-head.ts';
import type { OrganizationsServices } from './organizations.ts';

const PATH = '/account/organizations/:organization';
const LIST = '/account/organizations';
const PURPOSE = 'organization';

/** The entered values, and their errors. */
interface Draft {
  readonly name?: { value: string; problem: string };
  readonly member?: { email: string; role: Role; problem?: string; form?: string };
  /** Why an action on a member failed. */
  readonly problem?: string;
}

export interface OrganizationServices extends OrganizationsServices {
  readonly config: Pick<Config, 'signUp'>;
}

/**
 * Adds the page of an organization: its name and members. Actions that the role does not allow are neither shown nor
 * accepted. [D34]
 */
export function addOrganizationPage(pages: FastifyInstance, services: OrganizationServices): void {
  const { organizations: desk } = services;
  const show = async ({ visit, params, query }: AccountRequest, draft: Draft, done?: string) => {
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const owner = { kind: 'organization', id: membership.id } as const;
    const [members, invitations, created] = await Promise.all([
      desk.listMembers(membership.id),
      hasMemberRight(membership.role, 'manageMembers') ? desk.listInvitations(membership) : [],
      findCreatedOutputs(services, query, owner, (userId) => ({ userId })),
    ]);
    return membersPage(visit, membership, { members, invitations, created }, draft, done);
  };
  const addForm = (
    path: string,
    operation: string,
    act: (
      call: AccountRequest,
      visitor: MemberContext,
      membership: Membership,
    ) => Promise<{ to: string } | { status: number; draft: Draft } | { status: number; page: string }>,
    ends = false,
  ) =>
    addAccountForm(pages, services, { path: `${PATH}/${path}`, purpose: PURPOSE, back: PATH, ends }, async (call) => {
      // Checked first, so that non-members learn nothing, not even what is wrong with the form.
      const userId = call.visit.holder.user.id;
      const membership = await desk.require(userId, call.params.organization!, ends ? 'read' : 'write');
      const result = await act(call, toMemberContext(call, operation), membership);
      return 'draft' in result ? { status: result.status, page: await show(call, result.draft) } : result;
    });

  addAccountPage(pages, services, PATH, (call) =>
    show(call, {}, findSentence(STRINGS[call.visit.language].organizations.page.done, call.query('done'))),
  );

  addForm('rename', 'renameOrganization', async (call, visitor) => {
    const value = call.field('name');
    const name = parseName(value);
    if (name === null)
      return { status: 422, draft: { name: { value, problem: STRINGS[call.visit.language].common.nameProblem } } };
    await desk.rename(visitor, name);
    return { to: `${organizationPath(visitor.organizationId)}?done=renamed` };
  });

  addForm('members', 'inviteMember', async (call, visitor, membership) => {
    const strings = STRINGS[call.visit.language].organizations.page;
    const typed = call.field('email');
    const role = requireRole(call.field('role'));
    const reject = (status: number, problem: string, where: 'problem' | 'form' = 'problem') => ({
      status,
      draft: { member: { email: typed, role, [where]: problem } },
    });
    const email = parseEmail(typed);
    if (email === null) return reject(422, strings.emailProblem);
    // The response with the link cannot be requested again, so reloading it submits the form again.
    const expected = latestItemToken(call.visit, await desk.listInvitations(membership));
    if (call.field('seen') !== expected) return reject(409, strings.seenProblem, 'form');
    const link = await desk.inviteMember(visitor, { email, role });
    if (link === 'already_member') return reject(422, strings.alreadyMember);
    if (link === 'quota_exceeded') return reject(409, strings.invitationsFull, 'form');
    const url = services.visits.originOf(call.request) + link.path;
    const lead = strings.invitationLead(email, services.config.signUp === 'closed');
    return { status: 200, page: invitationPage(call.visit, visitor.organizationId, { ...link, lead, url }) };
  });

  const withdraw = async (call: AccountRequest, visitor: MemberContext) => {
    await desk.withdrawInvitation(visitor, call.params.invitation!);
    return { to: `${organizationPath(visitor.organizationId)}?done=withdrawn` };
  };
  addForm('invitations/:invitation/withdraw', 'withdrawInvitation', withdraw, true);

  addForm('members/:user/role', 'setMemberRole', async (call, visitor) => {
    const outcome = await desk.setRole(visitor, call.params.user!, requireRole(call.field('role')));
    if (outcome === 'last_owner') return lastOwner(call);
    return { to: `${organizationPath(visitor.organizationId)}?done=changed` };
  });

  addForm('members/:user/remove', 'removeMember', async (call, visitor) => {
    const outcome = await desk.removeMember(visitor, call.params.user!);
    if (outcome === 'last_owner') return lastOwner(call);
    const left = call.params.user === visitor.userId;
    return {
      to: left
        ? `${LIST}?done=left`
        : `${organizationPath(visitor.organizationId)}?done=removed&${CREATED_BY_PARAMETER}=${call.params.user!}`,
    };
  });
}

export const toMemberContext = ({ visit, params }: AccountRequest, operation: string): MemberContext => ({
  organizationId: params.organization!,
  userId: visit.holder.user.id,
  actor: visit.actor(operation),
});

const lastOwner = ({ visit }: AccountRequest) => ({
  status: 409,
  draft: { problem: STRINGS[visit.language].organizations.page.lastOwner },
});

function requireRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new LecternError('invalid_fields');
  return role;
}

function membersPage(
  visit: SignedInVisit,
  membership: Membership,
  {
    members,
    invitations,
    created,
  }: {
    members: readonly MemberRecord[];
    invitations: readonly OpenInvitation[];
    created: readonly OutputOfLive[];
  },
  draft: Draft,
  done: string | undefined,
): string {
  const strings = STRINGS[visit.language].organizations.page;
  const { role } = membership;
  const content = html`${organizationHead(visit.language, membership, 'members')}
${notice(done)}${createdOutputs(visit.language, created)}${draft.problem && html`<p class="problem" role="alert">${draft.problem}</p>\n`}<h2>${strings.members(
    members.length,
  )}</h2>
${hasMemberRight(role, 'manageMembers') && html`<p><a href="#add">${strings.add}</a></p>\n`}<ul class="entries">${members.map((member) => entry(visit, membership, member))}</ul>
${
  invitations.length > 0 &&
  html`<h2>${strings.invitations}</h2>
<ul class="entries">${invitations.map((invitation) => invitationEntry(visit, membership, invitation))}</ul>
`
}${hasMemberRight(role, 'manageMembers') && addition(visit, membership, invitations, draft)}${
  hasMemberRight(role, 'rename') && renaming(visit, membership, draft)
}`;
  return personFrame({ title: membership.name, visit, place: 'people', ownerId: membership.id }, content);
}

function entry(visit: SignedInVisit, { id, name, role: own }: Membership, member: MemberRecord): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].organizations.page;
  const { userId, role } = member;
  const self = userId === visit.holder.user.id;
  const within = assignableRoles(own);
  const path = `${organizationPath(id)}/members/${userId}`;
  return html`<li><div class="what">
<h3>${member.name}${self && html` <span class="meta">${strings.you}</span>`}</h3>
<p class="meta">${STRINGS[language].organizations.roles[role].name}${hasMemberRight(own, 'manageMembers') && html` · ${member.email}`}${
    member.disabled && html` · ${strings.disabled}`
  }</p>
${actionRow(
  within.includes(role) &&
    disclosure(
      strings.changeRole,
      postForm(
        visit,
        { action: `${path}/role`, purpose: PURPOSE },
        html`${roleSelection(visit, within, role, `role-${userId}`)}<button class="secondary">${strings.changeRole}</button>\n`,
      ),
    ),
  (self || within.includes(role)) &&
    dangerForm(visit, {
      action: `${path}/remove`,
      purpose: PURPOSE,
      summary: self ? strings.leave : strings.remove,
      explanation: self ? strings.leaveHint(name) : strings.removeHint(member.name),
      button: self ? strings.leaveNow : strings.removeNow,
    }),
)}</div></li>
`;
}

function invitationEntry(
  visit: SignedInVisit,
  { id: organizationId, role: own }: Membership,
  invitation: OpenInvitation,
): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].organizations.page;
  const { id, email, role, inviter, expiresAt } = invitation;
  const works = inviter === null || (inviter.role !== null && assignableRoles(inviter.role).includes(role));
  return html`<li><div class="what">
<h3>${email}</h3>
<p class="meta">${STRINGS[language].organizations.roles[role].name} · ${strings.invitedBy(inviter?.name ?? null)} · ${strings.openUntil(timeElement(language, expiresAt))}</p>
${!works && html`<p class="meta">${strings.worthless}</p>\n`}${
  assignableRoles(own).includes(role) &&
  dangerForm(visit, {
    summary: strings.withdraw,
    explanation: strings.withdrawHint(email),
    button: strings.withdrawNow,
    action: `${organizationPath(organizationId)}/invitations/${id}/withdraw`,
    purpose: PURPOSE,
  })
}</div></li>
`;
}

const roleSelection = ({ language }: SignedInVisit, roles: readonly Role[], value: Role, id?: string): SafeHtml =>
  selectField({
    name: 'role',
    label: STRINGS[language].organizations.page.role,
    value,
    id,
    options: roles.map((role) => [role, STRINGS[language].organizations.roles[role].name] as const),
    hints: roles.map(
      (role) =>
        `${STRINGS[language].organizations.roles[role].name}: ${STRINGS[language].organizations.roles[role].may}`,
    ),
  });

function addition(
  visit: SignedInVisit,
  { id, role }: Membership,
  invitations: readonly OpenInvitation[],
  { member }: Draft,
): SafeHtml {
  const strings = STRINGS[visit.language].organizations.page;
  return html`<h2 id="add">${strings.add}</h2>
<p class="hint">${strings.addHint}</p>
${postForm(
  visit,
  { action: `${organizationPath(id)}/members`, purpose: PURPOSE },
  html`<input type="hidden" name="seen" value="${latestItemToken(visit, invitations)}">
${formProblem(member?.form)}${inputField({
  name: 'email',
  label: strings.email,
  type: 'email',
  value: member?.email,
  problem: member?.problem,
})}${roleSelection(visit, assignableRoles(role), member?.role ?? 'operator')}<p class="actions"><button>${strings.add}</button></p>\n`,
)}`;
}

function renaming(visit: SignedInVisit, { id, name }: Membership, draft: Draft): SafeHtml {
  const strings = STRINGS[visit.language].organizations.page;
  return html`<h2>${strings.rename}</h2>
${postForm(
  visit,
  { action: `${organizationPath(id)}/rename`, purpose: PURPOSE },
  html`${inputField({
    name: 'name',
    label: strings.name,
    hint: strings.nameHint,
    value: draft.name?.value ?? name,
    problem: draft.name?.problem,
    maxLength: NAME_MAX_CHARACTERS,
    autocomplete: 'organization',
  })}<p class="actions"><button class="secondary">${strings.rename}</button></p>\n`,
)}`;
}

/** Renders the only page that shows the link. */
function invitationPage(
  visit: SignedInVisit,
  organizationId: string,
  { lead, url, expiresAt }: { lead: string; url: string; expiresAt: string },
): string {
  const strings = STRINGS[visit.language].organizations.page;
  const content = html`<h1>${strings.invitation}</h1>
<p>${lead}</p>
${secretBox(visit.language, strings.invitationLabel, url)}<p class="hint">${strings.invitationEnds(timeElement(visit.language, expiresAt))}</p>
<p class="actions"><a class="button" href="${organizationPath(organizationId)}">${strings.back}</a></p>
`;
  return personFrame({ title: strings.invitation, visit, place: 'people', ownerId: organizationId }, content);
}
