import { LecternError } from '../../../contract/lectern-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { Lives } from '../../live/lives.ts';
import { NAME_RULE, parseName } from '../../name.ts';
import { unknownOwnerError } from '../owners/owner.ts';

/**
 * By the operator of the installation; its viewers see the new name, on every node. The audit is the caller's. Answers the
 * name as it is kept. Throws `invalid_fields`, `not_found`.
 */
export async function renameOrganization(
  { storage, lives }: { storage: Storage; lives: Lives },
  id: string,
  text: string,
): Promise<string> {
  const name = parseName(text);
  if (name === null) throw new LecternError('invalid_fields', `A name ${NAME_RULE}.`);
  if ((await storage.organizations.renameAsAdministrator(id, name)) === 'missing') {
    throw await unknownOwnerError(storage.accounts, id, ['organization']);
  }
  await lives.refreshProfile({ kind: 'organization', id });
  return name;
}
