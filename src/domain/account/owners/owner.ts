import { LecternError } from '../../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';
import { normalizeEmail } from '../../email.ts';

/** The account or organization that has this id. Throws `not_found`. */
export async function requireOwner({ accounts }: Storage, id: string): Promise<Owner> {
  if (await accounts.findAccount(id)) return { kind: 'account', id };
  if (await accounts.findOrganization(id)) return { kind: 'organization', id };
  throw await unknownOwnerError(accounts, id, ['account', 'organization']);
}

/** `not_found`, for the operator: says which id is meant where a name or an e-mail address was given, else where ids are shown. */
export async function unknownOwnerError(
  accounts: Storage['accounts'],
  text: string,
  kinds: readonly Owner['kind'][],
): Promise<LecternError> {
  const found = await Promise.all(kinds.map((kind) => MEANT[kind].find(accounts, text)));
  const ids = found.flat();
  const hint =
    ids.length > 0
      ? `An id is needed, which is ${ids.join(' or ')}.`
      : `The ids are in ${kinds.map((kind) => MEANT[kind].list).join(' and ')}.`;
  return new LecternError('not_found', `There is no ${kinds.join(' or ')} with the id "${text}". ${hint}`);
}

const MEANT = {
  account: {
    list: '"user list"',
    find: async (accounts: Storage['accounts'], text: string) => {
      const user = await accounts.findUserByEmail(normalizeEmail(text));
      return user ? [user.accountId] : [];
    },
  },
  organization: {
    list: '"org list"',
    find: async (accounts: Storage['accounts'], text: string) => {
      const wanted = text.trim().toLowerCase();
      const organizations = await accounts.listOrganizations();
      return organizations.filter(({ name }) => name.toLowerCase() === wanted).map(({ id }) => id);
    },
  },
} as const;

/** Who owns what a user does alone. */
export const toAccountOwner = ({ accountId }: { readonly accountId: string }) =>
  ({ kind: 'account', id: accountId }) as const;

/** Whose it is, as the wire names it. */
export const toOwnerIdField = (owner: Owner): { organization_id?: string; account_id?: string } =>
  owner.kind === 'organization' ? { organization_id: owner.id } : { account_id: owner.id };
