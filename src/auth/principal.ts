import type { CredentialKind, Scope } from '../contract/scopes.ts';
import type { Owner } from '../storage/storage.ts';

/** Who makes a request: a credential that is valid now, and the owner whose resources it reaches. [Authentication] */
export interface Principal {
  readonly kind: CredentialKind;
  readonly credentialId: string;
  readonly credentialHash: string;
  readonly owner: Owner;
  /** Null: all that the user may. */
  readonly scopes: ReadonlySet<Scope> | null;
  readonly expiresAtMs: number;
}

export const holds = (principal: Principal, scope: Scope): boolean => principal.scopes?.has(scope) ?? true;
