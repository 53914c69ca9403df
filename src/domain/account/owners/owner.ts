import { LecternError } from '../../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';
import { normalizeEmail } from '../../email.ts';

/** Returns the owner with this id, an account or organization. Throws `not_found`. */
export async function requireOwner({ accounts }: Storage, id: string): Promise<Owner> {
  if (await accounts.findAccount(id)) return { kind: 'account', id };
  if (await accounts.findOrganization(id)) return { kind: 'organization', id };
  throw await unknownOwnerError(accounts, id, ['account', 'organization']);
}

/**
 * Creates a `not_found` error for the administrator. If a name or e-mail address was given instead of an id, the
 * message contains the id; otherwise it says where ids are listed.
 */
export async function unknownOwnerError(
  accounts: Storage['accounts'],
  text: string,
  kinds: readonly Owner['kind'][],
): Promise<LecternError> {
  const lists = await Promise.all(kinds.map((kind) => OWNER_LOOKUPS[kind].find(accounts, text)));
  const ids = lists.flat();
  const hint =
    ids.length > 0
      ? `Did you mean ${ids.join(' or ')}.`
      : `The ids are in ${kinds.map((kind) => OWNER_LOOKUPS[kind].list).join(' and ')}.`;
  return new LecternError('not_found', `There is no ${kinds.join(' or ')} with the id "${text}". ${hint}`);
}

const OWNER_LOOKUPS = {
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
      const normalized = text.trim().toLowerCase();
      const organizations = await accounts.listOrganizations();
      return organizations.filter(({ name }) => name.toLowerCase() === normalized).map(({ id }) => id);
    },
  },
} as const;

/** Returns the user's account as an owner. */
export const toAccountOwner = ({ accountId }: { readonly accountId: string }) =>
  ({ kind: 'account', id: accountId }) as const;

/** Returns the field of a representation that names the owner. */
export const toOwnerIdField = (owner: Owner): { organization_id?: string; account_id?: string } =>
  owner.kind === 'organization' ? { organization_id: owner.id } : { account_id: owner.id };
