import { LecternError } from '../../../contract/lectern-error.ts';
import type { SessionHolder, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { toAccountOwner } from '../owners/owner.ts';

/** By its user. `name` is one that parseName gave. Throws `not_found` where the account is gone meanwhile. */
export async function renameAccount(
  { people }: Storage,
  { user }: SessionHolder,
  name: string,
  actor: Actor,
): Promise<void> {
  const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: user.accountId });
  if (!(await people.rename(user.id, name, audit))) throw new LecternError('not_found');
}
