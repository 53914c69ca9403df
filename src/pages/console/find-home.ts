import { CONSOLE_PATH } from '../../contract/console-page.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { Owner, Storage } from '../../storage/storage.ts';
import { organizationPath } from '../organizations/organization-head.ts';

export interface HomeServices {
  readonly storage: Storage;
  readonly organizations: OrganizationService;
  readonly lives: Pick<Lives, 'list'>;
}

/**
 * Returns where a person goes after signing in without a destination: to the console, with their Live if there is
 * exactly one. Without a Live, or with a restricted account, to the account page. Lives of restricted organizations do
 * not count, because they cannot be operated. [D42]
 */
export async function findHome(
  { storage, organizations, lives }: HomeServices,
  user: { id: string; accountId: string },
): Promise<string> {
  const account = toAccountOwner(user);
  if (await isRestricted(storage, account)) return '/account';
  const memberships = await organizations.list(user.id);
  const owners: Owner[] = [
    ...memberships.filter(({ restricted }) => !restricted).map(({ id }) => ({ kind: 'organization', id }) as const),
    account,
  ];
  const found = (await Promise.all(owners.map((owner) => lives.list(owner, { limit: 2, after: null })))).flat();
  if (found.length > 1) return CONSOLE_PATH;
  return found[0] ? `${CONSOLE_PATH}/${found[0].id}` : '/account';
}

/**
 * Returns where a new member goes: to the console, with the first Live of the organization. Without a Live, or if the
 * organization is restricted, to the organization's page, which reports what was `done`.
 */
export async function findMemberHome(
  { storage, lives }: Omit<HomeServices, 'organizations'>,
  organizationId: string,
  done: string,
): Promise<string> {
  const owner: Owner = { kind: 'organization', id: organizationId };
  const [first] = (await isRestricted(storage, owner)) ? [] : await lives.list(owner, { limit: 1, after: null });
  return first ? `${CONSOLE_PATH}/${first.id}` : `${organizationPath(organizationId)}?done=${done}`;
}

const isRestricted = async ({ owners }: HomeServices['storage'], owner: Owner): Promise<boolean> =>
  (await owners.find(owner))?.restricted ?? false;
