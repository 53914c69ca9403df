import { type CredentialKind, includesScope, PERSONAL_SCOPES, type Scope } from '../contract/scopes.ts';
import type { Owner } from '../storage/storage.ts';

/** Authenticated caller: a valid credential, and the owner whose resources it can access. [Authentication] */
export interface Principal {
  readonly kind: CredentialKind;
  readonly credentialId: string;
  /** Whether it is the credential of an open console, which can neither create nor revoke tokens. [D63] */
  readonly console: boolean;
  /** Hash of the presented secret. */
  readonly credentialHash: string;
  /** Null for a service token that does not belong to a member. [D67] */
  readonly userId: string | null;
  readonly owner: Owner;
  /** Whether processing is restricted for the owner. [D42] */
  readonly restricted: boolean;
  /** Scopes of the credential; null if it has all permissions of its user. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** Expiry of the presented secret: that of the credential, or the end of the overlap after a rotation. */
  readonly expiresAtMs: number;
}

/** Permissions of a user on the own account: all personal scopes. */
const USER_SCOPES: ReadonlySet<Scope> = new Set(PERSONAL_SCOPES);

/**
 * Checks whether a principal holds a scope. A service token has the scopes it was issued with [D34]. Other credentials
 * have those they name, or all of the user's if they name none. [Authentication]
 */
export function hasScope({ kind, scopes }: Principal, scope: Scope): boolean {
  return (kind === 'service' || USER_SCOPES.has(scope)) && (scopes === null || includesScope(scopes, scope));
}
