import { Type } from 'typebox';
import { Strict } from '../contract/schemas/shapes.ts';
import { ROLES } from '../contract/scopes.ts';
import { INVOCATION, toFacts, toTable } from './columns.ts';
import { defineCommand, requireOption } from './command.ts';

export const createOrganization = defineCommand({
  name: 'org create',
  summary: 'Add an organization',
  example: '--name "St Mary" --owner ada@example.org',
  options: [
    { flags: '--name <name>', meaning: 'Name, as people see it', required: true },
    { flags: '--owner <email>', meaning: 'The user who owns it', required: true },
  ],
  input: Strict({ name: Type.String(), owner: Type.String() }),
  toInput: (typed) => ({ name: requireOption(typed, 'name'), owner: requireOption(typed, 'owner') }),
  execute: async ({ administration }, { name, owner }) => {
    const { organizationId } = await administration.createOrganization({ name, ownerEmail: owner });
    return { organization_id: organizationId };
  },
  toText: ({ organization_id }) =>
    `${toFacts({ Organization: organization_id })}\n\nNext: ${INVOCATION} token create --organization ${organization_id}`,
});

export const listOrganizations = defineCommand({
  name: 'org list',
  summary: 'List the organizations and their ids',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ storage }) => ({ data: await storage.accounts.listOrganizations() }),
  toText: ({ data }) =>
    data.length === 0
      ? `There are no organizations.\nNext: ${INVOCATION} org create --name NAME --owner EMAIL`
      : toTable(
          ['ID', 'NAME'],
          data.map(({ id, name }) => [id, name]),
        ),
});

export const addMember = defineCommand({
  name: 'org member add',
  summary: 'Add a user to an organization, or give a member another role',
  example: '--organization ID --email ada@example.org --role operator',
  options: [
    { flags: '--organization <id>', meaning: 'The organization', required: true },
    { flags: '--email <email>', meaning: 'The user', required: true },
    { flags: '--role <role>', meaning: `One of ${ROLES.join(', ')}`, required: true },
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
  toText: ({ organization_id, email, role }) => `${email} is ${role} of ${organization_id}.`,
});
