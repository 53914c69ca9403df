import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { deleteOwner } from '../../domain/account/lifecycle/owner-deletion.ts';
import { requireOwner, toOwnerIdField } from '../../domain/account/owners/owner.ts';
import { setRestricted } from '../../domain/account/owners/restriction.ts';
import { toCommandActor } from '../../domain/audit/audit.ts';
import { type CommandCall, defineCommand } from '../command.ts';
import { INVOCATION } from '../invocation.ts';

/** The one that is exported, too. */
export const OWNER_ARGUMENT = {
  flags: '<id>',
  meaning: 'Id of a personal account or of an organization, which "user list" and "org list" show',
} as const;

const words = {
  example: 'ID',
  arguments: [OWNER_ARGUMENT],
  input: Strict({ id: Type.String() }),
  toInput: (typed: CommandCall) => ({ id: typed.arguments[0]! }),
};

const nameOf = ({ organization_id, account_id }: ReturnType<typeof toOwnerIdField>): string =>
  organization_id ? `The organization ${organization_id}` : `The account ${account_id}`;

const defineRestriction = (verb: 'restrict' | 'unrestrict', summary: string) =>
  defineCommand({
    ...words,
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
  'Refuse all requests of an account or organization and hide its displays; nothing is lost',
);
export const unrestrictAccount = defineRestriction('unrestrict', 'Lift a restriction');

export const deleteAccount = defineCommand({
  ...words,
  name: 'account delete',
  summary:
    'Delete an account with its user, or an organization, for good; called again, it goes on where it was interrupted',
  example: 'ID --yes',
  options: [
    {
      flags: '--yes',
      meaning: 'Yes, delete it: Lives, credentials and all that belongs to it',
      required: `Nothing can bring it back: add --yes to delete it. "${INVOCATION} account export ID PATH" keeps a copy.`,
    },
  ],
  execute: async (installation, { id }) => ({
    ...toOwnerIdField(await deleteOwner(installation, id, toCommandActor('account delete'))),
    deleted: true,
  }),
  toText: (result) =>
    `${nameOf(result)} is deleted. The records of who changed what are kept until their time is over.`,
});
