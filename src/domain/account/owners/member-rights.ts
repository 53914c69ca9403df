import { ROLE_SCOPES, type Role, type Scope, scopesOfMember } from '../../../contract/scopes.ts';
import type { ListedCredential } from '../../../storage/storage.ts';

/** What members may do at the desk of their organization, besides using it. [D34] */
const DESK_RIGHTS = {
  rename: ['owner', 'admin'],
  manageMembers: ['owner', 'admin'],
  readActivity: ['owner', 'admin'],
  handleTokens: ['owner', 'admin', 'operator'],
  /** To take all data along, and to delete it. [D52] */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type MemberRight = keyof typeof DESK_RIGHTS;

export const hasMemberRight = (role: Role, right: MemberRight): boolean =>
  (DESK_RIGHTS[right] as readonly Role[]).includes(role);

/** Roles that a member with this role can give and take: nobody's is above the own. */
export const assignableRoles = (role: Role): readonly Role[] => {
  if (role === 'owner') return ['owner', 'admin', 'operator', 'viewer'];
  return role === 'admin' ? ['admin', 'operator', 'viewer'] : [];
};

/** A service token can be made by a member who may do all that it may. */
export const canManageToken = (role: Role, scopes: readonly Scope[]): boolean =>
  hasMemberRight(role, 'handleTokens') && scopes.every((scope) => ROLE_SCOPES[role].includes(scope));

/** Ended also by the member whose terminal it is, in every role. [D67] */
export const canEndToken = (
  { role, userId }: { role: Role; userId: string },
  token: Pick<ListedCredential, 'scopes' | 'role' | 'userId'>,
): boolean => token.userId === userId || canManageToken(role, currentScopes(token));

/** What a service token may now: a member's goes by the role. [D67] */
export const currentScopes = ({ scopes, role }: Pick<ListedCredential, 'scopes' | 'role'>): readonly Scope[] =>
  role === null ? scopes : scopesOfMember(scopes, role);
