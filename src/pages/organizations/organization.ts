import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { ROLES, type Role } from '../../contract/scopes.ts';
import type { MemberContext } from '../../domain/account/organizations/organization-service.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { parseEmail } from '../../domain/email.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership } from '../../storage/storage.ts';
import { CREATED_BY_PARAMETER, findCreatedOutputs } from '../tokens/created-outputs.ts';
import { type AccountRequest, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { latestItemToken } from '../toolkit/form.ts';
import { findSentence } from '../toolkit/notice.ts';
import { invitationPage } from './invitation-page.ts';
import { type MembersPageDraft, membersPage, ORGANIZATION_PURPOSE } from './members-page.ts';
import { organizationPath } from './organization-head.ts';
import type { OrganizationsServices } from './organizations.ts';

const PATH = '/account/organizations/:organization';
const LIST = '/account/organizations';

export interface OrganizationServices extends OrganizationsServices {
  readonly config: Pick<Config, 'signUp'>;
}

/**
 * Adds the page of an organization: its name and members. Actions that the role does not allow are neither shown nor
 * accepted. [D34]
 */
export function addOrganizationPage(pages: FastifyInstance, services: OrganizationServices): void {
  const { organizations } = services;
  const show = async ({ visit, params, query }: AccountRequest, draft: MembersPageDraft, done?: string) => {
    const membership = await organizations.require(visit.holder.user.id, params.organization!);
    const owner = { kind: 'organization', id: membership.id } as const;
    const [members, invitations, created] = await Promise.all([
      organizations.listMembers(membership.id),
      hasMemberRight(membership.role, 'manageMembers') ? organizations.listInvitations(membership) : [],
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
    ) => Promise<{ to: string } | { status: number; draft: MembersPageDraft } | { status: number; page: string }>,
    ends = false,
  ) =>
    addAccountForm(
      pages,
      services,
      { path: `${PATH}/${path}`, purpose: ORGANIZATION_PURPOSE, back: PATH, ends },
      async (call) => {
        // Checked first, so that non-members learn nothing, not even what is wrong with the form.
        const userId = call.visit.holder.user.id;
        const membership = await organizations.require(userId, call.params.organization!, ends ? 'read' : 'write');
        const result = await act(call, toMemberContext(call, operation), membership);
        return 'draft' in result ? { status: result.status, page: await show(call, result.draft) } : result;
      },
    );

  addAccountPage(pages, services, PATH, (call) =>
    show(call, {}, findSentence(STRINGS[call.visit.language].organizations.page.done, call.query('done'))),
  );

  addForm('rename', 'renameOrganization', async (call, visitor) => {
    const value = call.field('name');
    const name = parseName(value);
    if (name === null)
      return { status: 422, draft: { name: { value, problem: STRINGS[call.visit.language].common.nameProblem } } };
    await organizations.rename(visitor, name);
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
    const expected = latestItemToken(call.visit, await organizations.listInvitations(membership));
    if (call.field('seen') !== expected) return reject(409, strings.seenProblem, 'form');
    const link = await organizations.inviteMember(visitor, { email, role });
    if (link === 'already_member') return reject(422, strings.alreadyMember);
    if (link === 'quota_exceeded') return reject(409, strings.invitationsFull, 'form');
    const { visits } = services;
    const shared = visits.address.signInOrigin();
    const url = (shared ?? visits.address.originOf(call.request)) + link.path;
    const lead = strings.invitationLead(email, services.config.signUp === 'closed');
    return {
      status: 200,
      page: invitationPage(call.visit, visitor.organizationId, { ...link, lead, url, onlyHere: shared === null }),
    };
  });

  const withdraw = async (call: AccountRequest, visitor: MemberContext) => {
    await organizations.withdrawInvitation(visitor, call.params.invitation!);
    return { to: `${organizationPath(visitor.organizationId)}?done=withdrawn` };
  };
  addForm('invitations/:invitation/withdraw', 'withdrawInvitation', withdraw, true);

  addForm('members/:user/role', 'setMemberRole', async (call, visitor) => {
    const outcome = await organizations.setRole(visitor, call.params.user!, requireRole(call.field('role')));
    if (outcome === 'last_owner') return lastOwner(call);
    return { to: `${organizationPath(visitor.organizationId)}?done=changed` };
  });

  addForm('members/:user/remove', 'removeMember', async (call, visitor) => {
    const outcome = await organizations.removeMember(visitor, call.params.user!);
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
