import { LecternError } from '../../../contract/lectern-error.ts';
import type { SessionHolder, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { toAccountOwner } from '../owners/owner.ts';

/**
 * Renames an account for its user. `name` must come from `parseName`. Throws `not_found` if the account was deleted.
 */
export async function renameAccount(
  { people }: Storage,
  { user }: SessionHolder,
  name: string,
  actor: Actor,
): Promise<void> {
  const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: user.accountId });
  if (!(await people.rename(user.id, name, audit))) throw new LecternError('not_found');
}
