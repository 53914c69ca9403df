import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { deleteOwner } from '../../domain/account/lifecycle/owner-deletion.ts';
import { requireOwner, toOwnerIdField } from '../../domain/account/owners/owner.ts';
import { setRestricted } from '../../domain/account/owners/restriction.ts';
import { toCommandActor } from '../../domain/audit/audit.ts';
import { type CommandCall, defineCommand } from '../command.ts';
import { INVOCATION } from '../invocation.ts';

/** The argument that names an account or organization, shared with `account export`. */
export const OWNER_ARGUMENT = {
  flags: '<id>',
  description: 'Id of a personal account or an organization, from "user list" or "org list"',
} as const;

const definition = {
  example: 'ID',
  arguments: [OWNER_ARGUMENT],
  input: Strict({ id: Type.String() }),
  toInput: (call: CommandCall) => ({ id: call.arguments[0]! }),
};

const nameOf = ({ organization_id, account_id }: ReturnType<typeof toOwnerIdField>): string =>
  organization_id ? `The organization ${organization_id}` : `The account ${account_id}`;

const defineRestriction = (verb: 'restrict' | 'unrestrict', summary: string) =>
  defineCommand({
    ...definition,
    name: `account ${verb}`,
    summary,
    execute: async (installation, { id }) => {
      const restricted = verb === 'restrict';
      return { ...toOwnerIdField(await setRestricted(installation, id, restricted)), restricted };
    },
    audit: async ({ input: { id } }, { storage }) => ({ owner: await requireOwner(storage, id) }),
    toText: (result) => `${nameOf(result)} is ${result.restricted ? '' : 'no longer '}restricted.`,
  });

export const restrictAccount = defineRestriction(
  'restrict',
  'Reject all requests of an account or organization and hide its displays, keeping all data',
);
export const unrestrictAccount = defineRestriction('unrestrict', 'Lift a restriction of an account or organization');

export const deleteAccount = defineCommand({
  ...definition,
  name: 'account delete',
  summary:
    'Permanently delete an account with its user, or an organization; run it again to resume after an interruption',
  example: 'ID --yes',
  options: [
    {
      flags: '--yes',
      description: 'Confirm the deletion of its Lives, credentials and everything else that belongs to it',
      required: `Deletion cannot be undone: add --yes to confirm. To keep a copy: ${INVOCATION} account export ID PATH`,
    },
  ],
  execute: async (installation, { id }) => ({
    ...toOwnerIdField(await deleteOwner(installation, id, toCommandActor('account delete'))),
    deleted: true,
  }),
  toText: (result) =>
    `${nameOf(result)} has been deleted. Its audit records are kept until their retention period ends.`,
});
