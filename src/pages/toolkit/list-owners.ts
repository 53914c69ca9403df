import type { ConsoleOwner } from '../../contract/console-page.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import type { SessionHolder } from '../../storage/storage.ts';

/** Returns the organizations of a user, then the own account. */
export async function listOwners(
  organizations: Pick<OrganizationService, 'list'>,
  { id, accountId, name }: SessionHolder['user'],
): Promise<readonly ConsoleOwner[]> {
  const memberships = await organizations.list(id);
  return [
    ...memberships.map((one) => ({ kind: 'organization', id: one.id, name: one.name, role: one.role }) as const),
    { kind: 'account', id: accountId, name, role: 'owner' },
  ];
}
