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
  summary: 'Add an organization',
  example: '--name "St Mary" --owner ada@example.org',
  options: [
    { flags: '--name <name>', meaning: 'Name, as people see it', required: true, takes: NAME },
    { flags: '--owner <email>', meaning: 'The user who owns it', required: true, takes: EMAIL },
  ],
  input: Strict({ name: Type.String(), owner: Type.String() }),
  toInput: (typed) => ({ name: requireOption(typed, 'name'), owner: requireOption(typed, 'owner') }),
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
  summary: 'List the organizations and their ids',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ storage }) => {
    const restricted = await storage.owners.listRestricted('organization');
    const organizations = await storage.accounts.listOrganizations();
    return { data: organizations.map(({ id, name }) => ({ id, name, restricted: restricted.has(id) })) };
  },
  toText: ({ data }) =>
    data.length === 0
      ? `There are no organizations.\nNext: ${INVOCATION} org create --name NAME --owner EMAIL`
      : formatTable(
          ['ID', 'STATE', 'NAME'],
          data.map(({ id, name, restricted }) => [id, restricted ? 'restricted' : 'enabled', name]),
        ),
});

export const renameOrganizationCommand = defineCommand({
  name: 'org rename',
  summary: 'Give an organization another name; viewers see it at once',
  example: 'ID --name "St Mary and All Saints"',
  arguments: [{ flags: '<id>', meaning: 'Id of the organization, which "org list" shows' }],
  options: [{ flags: '--name <name>', meaning: 'Name, as people see it', required: true, takes: NAME }],
  input: Strict({ organization: Type.String(), name: Type.String() }),
  toInput: (typed) => ({ organization: typed.arguments[0]!, name: requireOption(typed, 'name') }),
  execute: async (installation, { organization, name }) => ({
    organization_id: organization,
    name: await renameOrganization(installation, organization, name),
  }),
  audit: ({ input }) => ({ owner: { kind: 'organization', id: input.organization } }),
  toText: ({ organization_id, name }) => `The organization ${organization_id} is now called ${name}.`,
});

/** Names the user by id: an e-mail address should not outlive its user. */
const auditOfMember = async (
  { input }: { input: { organization: string; email: string } },
  { storage }: Installation,
): Promise<AuditTarget> => {
  const user = await storage.accounts.findUserByEmail(normalizeEmail(input.email));
  return { owner: { kind: 'organization', id: input.organization }, resource: user?.id };
};

export const addMember = defineCommand({
  name: 'org member add',
  summary: 'Add a user to an organization, or give a member another role',
  example: '--organization ID --email ada@example.org --role operator',
  options: [
    { flags: '--organization <id>', meaning: 'The organization', takes: ORGANIZATION_ID, required: true },
    { flags: '--email <email>', meaning: 'The user', required: true, takes: EMAIL },
    { flags: '--role <role>', meaning: 'What the user may there', required: true, takes: oneOf(ROLES) },
  ],
  input: Strict({ organization: Type.String(), email: Type.String(), role: Type.String() }),
  toInput: (typed) => ({
    organization: requireOption(typed, 'organization'),
    email: requireOption(typed, 'email'),
    role: requireOption(typed, 'role'),
  }),
  execute: async ({ administration }, member) => {
    await administration.setMember(member);
    return { organization_id: member.organization, email: member.email, role: member.role };
  },
  audit: auditOfMember,
  toText: ({ organization_id, email, role }) => `${email} is ${role} of ${organization_id}.`,
});

export const removeMember = defineCommand({
  name: 'org member remove',
  summary: 'Take a user out of an organization; the tokens of the organization stay',
  example: '--organization ID --email ada@example.org',
  options: [
    { flags: '--organization <id>', meaning: 'The organization', takes: ORGANIZATION_ID, required: true },
    { flags: '--email <email>', meaning: 'The member', required: true, takes: EMAIL },
  ],
  input: Strict({ organization: Type.String(), email: Type.String() }),
  toInput: (typed) => ({
    organization: requireOption(typed, 'organization'),
    email: requireOption(typed, 'email'),
  }),
  execute: async ({ administration, outputs, storage }, member) => {
    await administration.removeMember(member);
    const user = await storage.accounts.findUserByEmail(normalizeEmail(member.email));
    const owner = { kind: 'organization', id: member.organization } as const;
    const made = user ? await outputs.listMadeBy({ userId: user.id }, owner) : [];
    return {
      organization_id: member.organization,
      email: member.email,
      removed: true,
      ...toCreatedOutputs(made),
    };
  },
  audit: auditOfMember,
  toText: ({ organization_id, email, ...made }) =>
    `${email} is no member of ${organization_id} any more.${formatCreatedOutputs(made)}`,
});

export const listMembers = defineCommand({
  name: 'org member list',
  summary: 'List the members of an organization with their roles',
  example: '--organization ID',
  options: [{ flags: '--organization <id>', meaning: 'The organization', takes: ORGANIZATION_ID, required: true }],
  input: Strict({ organization: Type.String() }),
  toInput: (typed) => ({ organization: requireOption(typed, 'organization') }),
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
