import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { ROLES } from '../../contract/scopes.ts';
import { renameOrganization } from '../../domain/account/organizations/rename-organization.ts';
import type { AuditTarget } from '../../domain/audit/audit.ts';
import { normalizeEmail } from '../../domain/email.ts';
import type { Installation } from '../../installation.ts';
import { defineCommand, requireOption } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts, formatTable } from '../terminal/columns.ts';
import { EMAIL, NAME, ORGANIZATION_ID, oneOf } from '../value-rules.ts';
import { formatCreatedOutputs, toCreatedOutputs } from './created-outputs.ts';

export const createOrganization = defineCommand({
  name: 'org create',
  summary: 'Create an organization',
  example: '--name "St Mary" --owner ada@example.org',
  options: [
    { flags: '--name <name>', description: 'Display name', required: true, takes: NAME },
    { flags: '--owner <email>', description: 'User who becomes its owner', required: true, takes: EMAIL },
  ],
  input: Strict({ name: Type.String(), owner: Type.String() }),
  toInput: (call) => ({ name: requireOption(call, 'name'), owner: requireOption(call, 'owner') }),
  execute: async ({ administration }, { name, owner }) => {
    const { organizationId } = await administration.createOrganization({ name, ownerEmail: owner });
    return { organization_id: organizationId };
  },
  audit: ({ result }) => ({ owner: { kind: 'organization', id: result.organization_id } }),
  toText: ({ organization_id }) =>
    `${formatFacts({ Organization: organization_id })}\n\nNext: ${INVOCATION} token create --organization ${organization_id}`,
});

export const listOrganizations = defineCommand({
  name: 'org list',
  summary: 'List organizations and their ids',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ storage }) => {
    const restricted = await storage.owners.listRestricted('organization');
    const organizations = await storage.accounts.listOrganizations();
    return { data: organizations.map(({ id, name }) => ({ id, name, restricted: restricted.has(id) })) };
  },
  toText: ({ data }) =>
    data.length === 0
      ? `No organizations found.\nNext: ${INVOCATION} org create --name NAME --owner EMAIL`
      : formatTable(
          ['ID', 'STATE', 'NAME'],
          data.map(({ id, name, restricted }) => [id, restricted ? 'restricted' : 'enabled', name]),
        ),
});

export const renameOrganizationCommand = defineCommand({
  name: 'org rename',
  summary: 'Rename an organization; viewers see the new name immediately',
  example: 'ID --name "St Mary and All Saints"',
  arguments: [{ flags: '<id>', description: 'Id of the organization, from "org list"' }],
  options: [{ flags: '--name <name>', description: 'Display name', required: true, takes: NAME }],
  input: Strict({ organization: Type.String(), name: Type.String() }),
  toInput: (call) => ({ organization: call.arguments[0]!, name: requireOption(call, 'name') }),
  execute: async (installation, { organization, name }) => ({
    organization_id: organization,
    name: await renameOrganization(installation, organization, name),
  }),
  audit: ({ input }) => ({ owner: { kind: 'organization', id: input.organization } }),
  toText: ({ organization_id, name }) => `Renamed organization ${organization_id} to ${name}.`,
});

/** Builds the audit record. It names the user by id, because an e-mail address must not outlive its user. */
const auditOfMember = async (
  { input }: { input: { organization: string; email: string } },
  { storage }: Installation,
): Promise<AuditTarget> => {
  const user = await storage.accounts.findUserByEmail(normalizeEmail(input.email));
  return { owner: { kind: 'organization', id: input.organization }, resource: user?.id };
};

export const addMember = defineCommand({
  name: 'org member add',
  summary: 'Add a user to an organization, or change the role of a member',
  example: '--organization ID --email ada@example.org --role operator',
  options: [
    { flags: '--organization <id>', description: 'The organization', takes: ORGANIZATION_ID, required: true },
    { flags: '--email <email>', description: 'The user', required: true, takes: EMAIL },
    { flags: '--role <role>', description: 'Role in the organization', required: true, takes: oneOf(ROLES) },
  ],
  input: Strict({ organization: Type.String(), email: Type.String(), role: Type.String() }),
  toInput: (call) => ({
    organization: requireOption(call, 'organization'),
    email: requireOption(call, 'email'),
    role: requireOption(call, 'role'),
  }),
  execute: async ({ administration }, member) => {
    await administration.setMember(member);
    return { organization_id: member.organization, email: member.email, role: member.role };
  },
  audit: auditOfMember,
  toText: ({ organization_id, email, role }) => `${email} now has the role ${role} in ${organization_id}.`,
});

export const removeMember = defineCommand({
  name: 'org member remove',
  summary: 'Remove a user from an organization; its service tokens stay valid',
  example: '--organization ID --email ada@example.org',
  options: [
    { flags: '--organization <id>', description: 'The organization', takes: ORGANIZATION_ID, required: true },
    { flags: '--email <email>', description: 'The member', required: true, takes: EMAIL },
  ],
  input: Strict({ organization: Type.String(), email: Type.String() }),
  toInput: (call) => ({
    organization: requireOption(call, 'organization'),
    email: requireOption(call, 'email'),
  }),
  execute: async ({ administration, outputs, storage }, member) => {
    await administration.removeMember(member);
    const user = await storage.accounts.findUserByEmail(normalizeEmail(member.email));
    const owner = { kind: 'organization', id: member.organization } as const;
    const created = user ? await outputs.listMadeBy({ userId: user.id }, owner) : [];
    return {
      organization_id: member.organization,
      email: member.email,
      removed: true,
      ...toCreatedOutputs(created),
    };
  },
  audit: auditOfMember,
  toText: ({ organization_id, email, ...created }) =>
    `${email} is no longer a member of ${organization_id}.${formatCreatedOutputs(created)}`,
});

export const listMembers = defineCommand({
  name: 'org member list',
  summary: 'List the members of an organization with their roles',
  example: '--organization ID',
  options: [{ flags: '--organization <id>', description: 'The organization', takes: ORGANIZATION_ID, required: true }],
  input: Strict({ organization: Type.String() }),
  toInput: (call) => ({ organization: requireOption(call, 'organization') }),
  execute: async ({ administration }, { organization }) => ({
    data: (await administration.listMembers(organization)).map(({ userId, email, name, role, disabled }) => ({
      user_id: userId,
      email,
      name,
      role,
      disabled,
    })),
  }),
  toText: ({ data }) =>
    formatTable(
      ['ROLE', 'STATE', 'EMAIL', 'NAME'],
      data.map(({ role, disabled, email, name }) => [role, disabled ? 'disabled' : 'enabled', email, name]),
    ),
});
