import type { Scope } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { CredentialRecord } from './credentials.ts';
import type { SessionUse } from './sessions.ts';

/** A terminal login that waits for approval in a browser: RFC 8628. Only hashes of its two codes are stored. */
export interface TerminalLoginRecord {
  /** Name that the terminal reports. */
  readonly name: string;
  /** Empty for all scopes of the user. */
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
  /** The organization of the resulting service token; null for a personal credential. [D67] */
  readonly organizationId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The state of a login as seen by the terminal. `approved` names the user whose credential it can collect. */
type TerminalLoginState = TerminalLoginRecord &
  (
    | { readonly state: 'pending' | 'denied' }
    | { readonly state: 'approved'; readonly userId: string; readonly accountId: string }
  );

export interface TerminalLoginStore {
  /**
   * Creates a login. Returns false, with no change, if another login that is not deleted yet has the same user code.
   */
  create(login: TerminalLoginRecord & { deviceHash: string; userCodeHash: string }): Promise<boolean>;
  /** Returns null if the login is unknown, decided, or expired at `now`. */
  findPending(userCodeHash: string, now: string): Promise<TerminalLoginRecord | null>;
  /**
   * Decides a login, atomically with its audit record. Only the first decision counts. Returns false if the login is
   * unknown, decided, or expired at `now`, if the session has ended, or if the user is not a member of the login's
   * organization. Until it is collected, an approval ends with the session and with the membership.
   */
  decide(
    userCodeHash: string,
    decision: SessionUse & { readonly state: 'approved' | 'denied' },
    audit: AuditRecord,
  ): Promise<boolean>;
  /**
   * Returns null if the login is unknown or expired at `now`, its user has no authority, or the session that approved
   * it has ended.
   */
  find(deviceHash: string, now: string): Promise<TerminalLoginState | null>;
  /**
   * Collects an approved login atomically: deletes it and stores the user's credential with its audit record. Returns
   * `missing` if it was collected before, the user is disabled or not a member of the organization, or the session that
   * approved it has ended. Returns `quota_exceeded`, with no change, if the user or the organization has `quota` active
   * credentials, or the user has `memberQuota` of the organization's.
   */
  collect(
    deviceHash: string,
    credential: CredentialRecord & { readonly userId: string },
    more: { quota: number; memberQuota: number; audit: AuditRecord },
  ): Promise<'collected' | 'missing' | 'quota_exceeded'>;
  /** Deletes at most `limit` logins that were expired at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
