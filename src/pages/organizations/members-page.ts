import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Role } from '../../contract/scopes.ts';
import { assignableRoles, hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { MemberRecord, Membership, OpenInvitation, OutputOfLive } from '../../storage/storage.ts';
import { createdOutputs } from '../tokens/created-outputs.ts';
import { actionRow, dangerForm, disclosure } from '../toolkit/disclosure.ts';
import { formProblem, latestItemToken, postForm } from '../toolkit/form.ts';
import { inputField, selectField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { notice } from '../toolkit/notice.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { organizationHead, organizationPath } from './organization-head.ts';

/** Purpose of the form tokens of the page. */
export const ORGANIZATION_PURPOSE = 'organization';

interface MembersPageContent {
  readonly members: readonly MemberRecord[];
  readonly invitations: readonly OpenInvitation[];
  /** Outputs that a removed member has created. */
  readonly created: readonly OutputOfLive[];
}

/** Entered values of a form that was refused, with their problems. */
export interface MembersPageDraft {
  readonly name?: { value: string; problem: string };
  readonly member?: { email: string; role: Role; problem?: string; form?: string };
  /** Why an action on a member failed. */
  readonly problem?: string;
}

/** Renders the members of an organization. What the role does not allow is not offered. [D34] */
export function membersPage(
  visit: SignedInVisit,
  membership: Membership,
  { members, invitations, created }: MembersPageContent,
  draft: MembersPageDraft,
  done: string | undefined,
): string {
  const strings = STRINGS[visit.language].organizations.page;
  const { role } = membership;
  const content = html`${organizationHead(visit.language, membership, 'members')}
${notice(done)}${createdOutputs(visit.language, created)}${draft.problem && html`<p class="problem" role="alert">${draft.problem}</p>\n`}<h2>${strings.members(
    members.length,
  )}</h2>
${hasMemberRight(role, 'manageMembers') && html`<p><a class="button" href="#add">${strings.add}</a></p>\n`}<ul class="resource-list">${members.map((member) => memberEntry(visit, membership, member))}</ul>
${
  invitations.length > 0 &&
  html`<h2>${strings.invitations}</h2>
<ul class="resource-list">${invitations.map((invitation) => invitationEntry(visit, membership, invitation))}</ul>
`
}${hasMemberRight(role, 'manageMembers') && addition(visit, membership, invitations, draft)}${
  hasMemberRight(role, 'rename') && renaming(visit, membership, draft)
}`;
  return personFrame({ title: membership.name, visit, place: 'people', ownerId: membership.id }, content);
}

function memberEntry(visit: SignedInVisit, { id, name, role: own }: Membership, member: MemberRecord): SafeHtml {
  const { language } = visit;
  const strings = STRINGS[language].organizations.page;
  const { userId, role } = member;
  const self = userId === visit.holder.user.id;
  const within = assignableRoles(own);
  const path = `${organizationPath(id)}/members/${userId}`;
  return html`<li><div class="resource-name">
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
        { action: `${path}/role`, purpose: ORGANIZATION_PURPOSE },
        html`${roleSelection(visit, within, role, `role-${userId}`)}<button>${strings.changeRole}</button>\n`,
      ),
    ),
  (self || within.includes(role)) &&
    dangerForm(visit, {
      action: `${path}/remove`,
      purpose: ORGANIZATION_PURPOSE,
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
  return html`<li><div class="resource-name">
<h3>${email}</h3>
<p class="meta">${STRINGS[language].organizations.roles[role].name} · ${strings.invitedBy(inviter?.name ?? null)} · ${strings.openUntil(timeElement(language, expiresAt))}</p>
${!works && html`<p class="meta">${strings.worthless}</p>\n`}${
  assignableRoles(own).includes(role) &&
  dangerForm(visit, {
    summary: strings.withdraw,
    explanation: strings.withdrawHint(email),
    button: strings.withdrawNow,
    action: `${organizationPath(organizationId)}/invitations/${id}/withdraw`,
    purpose: ORGANIZATION_PURPOSE,
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
  { member }: MembersPageDraft,
): SafeHtml {
  const strings = STRINGS[visit.language].organizations.page;
  return html`<h2 id="add">${strings.add}</h2>
<p class="hint">${strings.addHint}</p>
${postForm(
  visit,
  { action: `${organizationPath(id)}/members`, purpose: ORGANIZATION_PURPOSE },
  html`<input type="hidden" name="seen" value="${latestItemToken(visit, invitations)}">
${formProblem(member?.form)}${inputField({
  name: 'email',
  label: strings.email,
  type: 'email',
  value: member?.email,
  problem: member?.problem,
})}${roleSelection(visit, assignableRoles(role), member?.role ?? 'operator')}<p class="actions"><button class="primary">${strings.add}</button></p>\n`,
)}`;
}

function renaming(visit: SignedInVisit, { id, name }: Membership, draft: MembersPageDraft): SafeHtml {
  const strings = STRINGS[visit.language].organizations.page;
  return html`<h2>${strings.rename}</h2>
${postForm(
  visit,
  { action: `${organizationPath(id)}/rename`, purpose: ORGANIZATION_PURPOSE },
  html`${inputField({
    name: 'name',
    label: strings.name,
    hint: strings.nameHint,
    value: draft.name?.value ?? name,
    problem: draft.name?.problem,
    maxLength: NAME_MAX_CHARACTERS,
    autocomplete: 'organization',
  })}<p class="actions"><button>${strings.rename}</button></p>\n`,
)}`;
}
