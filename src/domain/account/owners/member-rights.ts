import { ROLE_SCOPES, type Role, type Scope, scopesOfMember } from '../../../contract/scopes.ts';
import type { ListedCredential } from '../../../storage/storage.ts';

/** The roles that may manage an organization, by what they may do. [D34] */
const MEMBER_RIGHTS = {
  rename: ['owner', 'admin'],
  manageMembers: ['owner', 'admin'],
  readActivity: ['owner', 'admin'],
  setLicence: ['owner', 'admin'],
  manageTokens: ['owner', 'admin', 'operator'],
  /** Covers exporting all data and deleting the organization. [D52] */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type MemberRight = keyof typeof MEMBER_RIGHTS;

export const hasMemberRight = (role: Role, right: MemberRight): boolean =>
  (MEMBER_RIGHTS[right] as readonly Role[]).includes(role);

/** Returns the roles that a member with this role can give and take: none above their own. */
export const assignableRoles = (role: Role): readonly Role[] => {
  if (role === 'owner') return ['owner', 'admin', 'operator', 'viewer'];
  return role === 'admin' ? ['admin', 'operator', 'viewer'] : [];
};

/** Returns true if the member may create a service token with these scopes: the role must allow all of them. */
export const canManageToken = (role: Role, scopes: readonly Scope[]): boolean =>
  hasMemberRight(role, 'manageTokens') && scopes.every((scope) => ROLE_SCOPES[role].includes(scope));

/** Returns true if the member may end the token. Members in every role may end those of their own terminals. [D67] */
export const canEndToken = (
  { role, userId }: { role: Role; userId: string },
  token: Pick<ListedCredential, 'scopes' | 'role' | 'userId'>,
): boolean => token.userId === userId || canManageToken(role, currentScopes(token));

/** Returns the current scopes of a service token. Those of a terminal's token follow the member's role. [D67] */
export const currentScopes = ({ scopes, role }: Pick<ListedCredential, 'scopes' | 'role'>): readonly Scope[] =>
  role === null ? scopes : scopesOfMember(scopes, role);
