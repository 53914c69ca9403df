import { LecternError } from '../../../contract/lectern-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { Lives } from '../../live/lives.ts';
import { NAME_RULE, parseName } from '../../name.ts';
import { unknownOwnerError } from '../owners/owner.ts';

/**
 * Renames an organization for the administrator and updates its viewers on every node. The caller writes the audit
 * record. Returns the stored name. Throws `invalid_fields` and `not_found`.
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
