import { LecternError } from '../../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';
import type { Lives } from '../../live/lives.ts';
import { requireOwner } from './owner.ts';

/**
 * Restricts an account or organization, or lifts the restriction, on every node: its credentials are refused and its
 * audiences see a notice. Nothing is deleted. Throws `not_found`. [D42]
 */
export async function setRestricted(
  { storage, lives, authenticator }: { storage: Storage; lives: Lives; authenticator: { invalidate(): void } },
  id: string,
  restricted: boolean,
): Promise<Owner> {
  const owner = await requireOwner(storage, id);
  // The cache is invalidated even if the outcome is unknown.
  await storage.owners.setRestricted(owner, restricted).finally(() => authenticator.invalidate());
  await lives.refreshProfile(owner);
  return owner;
}

/**
 * Throws `processing_restricted` if the owner of a write is restricted. Writes that end something are not checked.
 * [D42]
 */
export function requireUnrestricted({ restricted }: { readonly restricted: boolean }): void {
  if (restricted) throw new LecternError('processing_restricted');
}
