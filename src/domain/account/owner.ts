import { LecternError } from '../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../storage/storage.ts';

/** The account or organization that has this id. Throws `not_found`. */
export async function requireOwner({ accounts }: Storage, id: string): Promise<Owner> {
  if (await accounts.findAccount(id)) return { kind: 'account', id };
  if (await accounts.findOrganization(id)) return { kind: 'organization', id };
  throw new LecternError('not_found', `There is neither an account nor an organization ${id}.`);
}

/** Who owns what a user does alone. */
export const accountOf = ({ accountId }: { readonly accountId: string }) =>
  ({ kind: 'account', id: accountId }) as const;

/** Whose it is, as the wire names it. */
export const toOwnerId = (owner: Owner): { organization_id?: string; account_id?: string } =>
  owner.kind === 'organization' ? { organization_id: owner.id } : { account_id: owner.id };
