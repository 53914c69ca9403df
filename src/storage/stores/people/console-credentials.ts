import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { SessionUse } from './sessions.ts';

/**
 * The bearer credential of an open console. It ends with the session, the membership, or a change of the role. [D63]
 */
interface ConsoleCredentialRecord {
  readonly id: string;
  /** SHA-256 of the secret. */
  readonly hash: string;
  /** Null for the user's own account. */
  readonly organizationId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The current authority of a console credential, with the owner whose resources it can access. */
export interface ConsoleAuthority {
  readonly credentialId: string;
  readonly userId: string;
  readonly owner: Owner;
  /** Role of the member; null for the user's own account. */
  readonly role: Role | null;
  /** The expiry of the credential or of its session, whichever is sooner. */
  readonly endsAt: string;
  /** Whether processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

export interface ConsoleCredentialStore {
  /**
   * Issues a credential, atomically with its audit record. A session has at most `max`: the credentials that expire
   * first are deleted. Returns `session_over` if the session has ended, and `missing` if the user is not a member of
   * the organization.
   */
  issue(
    credential: ConsoleCredentialRecord,
    by: SessionUse,
    max: number,
    audit: AuditRecord,
  ): Promise<'issued' | 'session_over' | 'missing'>;
  /** Extends a credential of the session for that owner to `expiresAt`. Returns false if none is valid at `now`. */
  renew(
    credential: { readonly hash: string; readonly sessionId: string; readonly organizationId: string | null },
    now: string,
    expiresAt: string,
  ): Promise<boolean>;
  /** Returns null if the credential is unknown or its user has no authority. The caller checks the expiry. */
  findAuthority(hash: string): Promise<ConsoleAuthority | null>;
  /** Deletes at most `limit` credentials that were expired at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
