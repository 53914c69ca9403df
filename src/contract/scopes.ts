/** Scopes, credential kinds and roles. Sources: [Endpoints] metadata, [Authentication], [D34], [D36]. */

/** Scopes that an OAuth grant can hold, besides identity and offline access. */
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

/** Scopes that only personal and service credentials can hold. [D36] */
const CREDENTIAL_ONLY_SCOPES = [
  'token.list',
  'token.create',
  'token.delete',
  'translation.update',
  'output.manage',
  'presentation.list',
  'presentation.get',
  'presentation.update',
  'presentation.publish',
] as const;

export const SCOPES = [...OAUTH_SCOPES, ...CREDENTIAL_ONLY_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** Every scope that a personal credential can name: all but the one that only means something inside an OAuth grant. */
export const PERSONAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'offline_access');

/** Every scope that a service token can hold; it acts on an organization, so never on a person's tokens. */
export const SERVICE_SCOPES: readonly Scope[] = PERSONAL_SCOPES.filter(
  (scope) => !scope.startsWith('token.') && scope !== 'identity.read',
);

export const CREDENTIAL_KINDS = ['service', 'personal', 'delegated'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** As what somebody operates a Live: with a credential, or by a remote link. [D64], [D68] */
export const OPERATOR_KINDS = [...CREDENTIAL_KINDS, 'remote'] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];

export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What a member may in an organization, and so the most that a service token can hold which that member issues. [D34] */
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

/** What the credential of a console may now: as the role of the member allows; null: on the person's own account. [D63] */
export const scopesOfConsole = (role: Role | null): readonly Scope[] =>
  role === null ? PERSONAL_SCOPES.filter((scope) => !scope.startsWith('token.')) : ROLE_SCOPES[role];

/** What the service token of a member may now: as the role changes, so does it. `named` empty: all of it. [D67] */
export const scopesOfMember = (named: readonly Scope[], role: Role): readonly Scope[] =>
  named.length === 0 ? ROLE_SCOPES[role] : named.filter((scope) => ROLE_SCOPES[role].includes(scope));
