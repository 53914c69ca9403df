import { LecternError } from '../../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';
import type { Lives } from '../../live/lives.ts';
import { requireOwner } from './owner.ts';

/**
 * Restricts processing for an account or organization, or lifts that: its credentials are refused and its audiences see a
 * notice, on every node, and nothing is lost. Throws `not_found`. [D42]
 */
export async function setRestricted(
  { storage, lives, authenticator }: { storage: Storage; lives: Lives; authenticator: { invalidate(): void } },
  id: string,
  restricted: boolean,
): Promise<Owner> {
  const owner = await requireOwner(storage, id);
  // Whatever has become of it, also where that is unknown.
  await storage.owners.setRestricted(owner, restricted).finally(() => authenticator.invalidate());
  await lives.refreshProfile(owner);
  return owner;
}

/** Of whoever a person would write for. Throws `processing_restricted`; what ends something is not asked. [D42] */
export function requireUnrestricted({ restricted }: { readonly restricted: boolean }): void {
  if (restricted) throw new LecternError('processing_restricted');
}
