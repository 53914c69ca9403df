import { LecternError } from '../../contract/lectern-error.ts';
import { LICENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Owner, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import type { Lives } from '../live/lives.ts';
import { nameRule, parseName } from '../name.ts';

/** Sets the number of an organization's license, and updates the viewers. Throws `invalid_fields`. [D77] */
export async function setLicence(
  { storage, lives }: { readonly storage: Pick<Storage, 'owners'>; readonly lives: Pick<Lives, 'refreshProfile'> },
  owner: Owner,
  typed: string | null,
  actor: Actor,
): Promise<string | null> {
  const licence = typed === null ? null : parseName(typed, LICENCE_MAX_CHARACTERS);
  if (typed !== null && licence === null) {
    const message = nameRule(LICENCE_MAX_CHARACTERS);
    throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/ccli_licence', message }] });
  }
  await storage.owners.setLicence(owner, licence, toAuditRecord(actor, { owner }));
  await lives.refreshProfile(owner);
  return licence;
}
