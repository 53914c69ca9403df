/** Scopes, credential kinds and roles. Sources: [Endpoints] metadata, [Authentication], [D34], [D36]. */

/** Scopes that an OAuth grant can have. */
export const OAUTH_SCOPES = [
  'identity.read',
  'offline_access',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
  'live.list',
  'live.get',
  'live.create',
  'live.update',
  'live.delete',
] as const;

/** Scopes that only personal and service tokens can have. [D36], [D75] */
const CREDENTIAL_ONLY_SCOPES = [
  'token.list',
  'token.create',
  'token.delete',
  'translation.update',
  'output.manage',
  'plan.update',
  'presentation.list',
  'presentation.get',
  'presentation.update',
  'presentation.publish',
] as const;

export const SCOPES = [...OAUTH_SCOPES, ...CREDENTIAL_ONLY_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** Returns whether scopes contain or include a scope. `live.update` includes `plan.update`. [D75] */
export const includesScope = (scopes: ReadonlySet<Scope>, scope: Scope): boolean =>
  scopes.has(scope) || (scope === 'plan.update' && scopes.has('live.update'));

/** Scopes that a personal token can have: all except `offline_access`, which only applies to grants. */
export const PERSONAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'offline_access');

/** Scopes that a service token can have. It acts for an organization, so it cannot access the tokens of a user. */
export const SERVICE_SCOPES: readonly Scope[] = PERSONAL_SCOPES.filter(
  (scope) => !scope.startsWith('token.') && scope !== 'identity.read',
);

export const CREDENTIAL_KINDS = ['service', 'personal', 'delegated'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Ways to operate a Live: with a credential, or by a remote link or button link. [D64], [D68], [D74] */
export const OPERATOR_KINDS = [...CREDENTIAL_KINDS, 'remote'] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];

export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of each role. A service token cannot have more scopes than the role of the member who issues it. [D34] */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SERVICE_SCOPES,
  admin: SERVICE_SCOPES,
  operator: [
    'live.list',
    'live.get',
    'live.create',
    'live.update',
    'live.delete',
    'translation.list',
    'translation.get',
    'translation.read',
    'translation.search',
    'output.manage',
    'plan.update',
    'presentation.list',
    'presentation.get',
    'presentation.update',
    'presentation.publish',
  ],
  viewer: [
    'live.list',
    'live.get',
    'translation.list',
    'translation.get',
    'translation.read',
    'translation.search',
    'presentation.list',
    'presentation.get',
  ],
};

/** Returns the scopes of a console credential by the member's role; null means the user's own account. [D63] */
export const scopesOfConsole = (role: Role | null): readonly Scope[] =>
  role === null ? PERSONAL_SCOPES.filter((scope) => !scope.startsWith('token.')) : ROLE_SCOPES[role];

/**
 * Returns the scopes of a member's service token by the current role. An empty `named` means all scopes of the role.
 * [D67]
 */
export const scopesOfMember = (named: readonly Scope[], role: Role): readonly Scope[] =>
  named.length === 0 ? ROLE_SCOPES[role] : named.filter((scope) => ROLE_SCOPES[role].includes(scope));
