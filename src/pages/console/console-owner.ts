import { Type } from 'typebox';
import type { OwnerBody } from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Owner } from '../../storage/storage.ts';
import type { SignedInScriptVisit } from '../toolkit/visit.ts';

/** Id of an owner in a body of the console's script. */
export const OwnerId = Type.String({ minLength: 1, maxLength: 64 });

/** Returns the owner whose Lives the console operates. Throws `not_found`, `processing_restricted`. */
export async function requireConsoleOwner(
  organizations: OrganizationService,
  { holder: { user } }: SignedInScriptVisit,
  of: OwnerBody,
): Promise<Owner> {
  if ('organization_id' in of) {
    const { id } = await organizations.require(user.id, of.organization_id, 'write');
    return { kind: 'organization', id };
  }
  if (of.account_id !== user.accountId) throw new LecternError('not_found', 'This is not your account.');
  requireUnrestricted(user);
  return toAccountOwner(user);
}
