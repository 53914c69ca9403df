import type { Scope } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { CredentialRecord } from './credentials.ts';
import type { SessionUse } from './sessions.ts';

/** A terminal that waits until a person approves it in a browser: RFC 8628. Of both of its codes only a hash is kept. */
export interface TerminalLoginRecord {
  /** What the terminal calls itself. */
  readonly name: string;
  /** Empty: all that the user may. */
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
  /** Whose service token it becomes; null: a personal credential. [D67] */
  readonly organizationId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** As the terminal finds it; `approved` names the user whose credential it may collect. */
type TerminalLoginState = TerminalLoginRecord &
  (
    | { readonly state: 'pending' | 'denied' }
    | { readonly state: 'approved'; readonly userId: string; readonly accountId: string }
  );

export interface TerminalLoginStore {
  /** False where the user code is another's that is not swept yet; then nothing is done. */
  create(login: TerminalLoginRecord & { deviceHash: string; userCodeHash: string }): Promise<boolean>;
  /** Null for one that is unknown, decided, or over at `now`. */
  findPending(userCodeHash: string, now: string): Promise<TerminalLoginRecord | null>;
  /**
   * Atomic, with its audit: of several decisions one counts. False for one that is unknown, decided, or over at `now`, and where the
   * session has ended or the user is no member of the organization that the login is for. As long as it is not collected, what was
   * approved ends with the session, and with the membership.
   */
  decide(
    userCodeHash: string,
    decision: SessionUse & { readonly state: 'approved' | 'denied' },
    audit: AuditRecord,
  ): Promise<boolean>;
  /** Null for one that is unknown, over at `now`, or of a user who may not act or a session that does not go on any more. */
  find(deviceHash: string, now: string): Promise<TerminalLoginState | null>;
  /**
   * Atomic: the approved login is gone, and the credential of its user is there with its audit. `gone` where another was faster, and
   * where the user is disabled, is no member of the organization, or the session that approved it has ended. Nothing is done where the
   * user, or the organization, has `quota` active credentials already, or `memberQuota` of the organization's are the user's.
   */
  collect(
    deviceHash: string,
    credential: CredentialRecord & { readonly userId: string },
    more: { quota: number; memberQuota: number; audit: AuditRecord },
  ): Promise<'collected' | 'gone' | 'quota_exceeded'>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
