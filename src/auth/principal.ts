import { type CredentialKind, PERSONAL_SCOPES, type Scope } from '../contract/scopes.ts';
import type { Owner } from '../storage/storage.ts';

/** Who makes a request: a credential that is valid now, and the owner whose resources it reaches. [Authentication] */
export interface Principal {
  readonly kind: CredentialKind;
  readonly credentialId: string;
  /** Of an open console: it neither makes nor ends tokens, itself included. [D63] */
  readonly console: boolean;
  /** Of the secret that was presented. */
  readonly credentialHash: string;
  /** Null for a service token that is not a member's. [D67] */
  readonly userId: string | null;
  readonly owner: Owner;
  /** Processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
  /** As the credential names them; null: it names none, and so may all that its user may. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The end of the presented secret: that of its credential, or of the overlap after a rotation. */
  readonly expiresAtMs: number;
}

/** What a user may on the own account: everything that a personal credential can name. */
const OF_A_USER: ReadonlySet<Scope> = new Set(PERSONAL_SCOPES);

/**
 * Whether a credential may this now. A service token may what was chosen when it was issued [D34]; every other what it names,
 * or all where it names nothing, of what its user may. [Authentication]
 */
export function hasScope({ kind, scopes }: Principal, scope: Scope): boolean {
  return (kind === 'service' || OF_A_USER.has(scope)) && (scopes?.has(scope) ?? true);
}
