import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { SessionUse } from './sessions.ts';

/** The bearer credential of an open console. It ends with the session, the membership and a change of the role. [D63] */
interface ConsoleCredentialRecord {
  readonly id: string;
  /** SHA-256 of the secret. */
  readonly hash: string;
  /** Null: for the account of the person. */
  readonly organizationId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A console's credential of somebody who may act now, with the owner whose resources it reaches. */
export interface ConsoleAuthority {
  readonly credentialId: string;
  readonly userId: string;
  readonly owner: Owner;
  /** Of the member; null for the person's own account. */
  readonly role: Role | null;
  /** When it ends: by itself, or with the session. */
  readonly endsAt: string;
  /** Processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

export interface ConsoleCredentialStore {
  /**
   * Atomic, with its audit. A session has at most `max`: those that end first make room. `session_over`: the session has ended;
   * `missing`: the person is no member of the organization.
   */
  issue(
    credential: ConsoleCredentialRecord,
    by: SessionUse,
    max: number,
    audit: AuditRecord,
  ): Promise<'issued' | 'session_over' | 'missing'>;
  /** Lets a credential of the session for that owner last until `expiresAt`. False if there is none that works at `now`. */
  renew(
    credential: { readonly hash: string; readonly sessionId: string; readonly organizationId: string | null },
    now: string,
    expiresAt: string,
  ): Promise<boolean>;
  /** Null for an unknown one, and for one of somebody who may not act; its end is the caller's to check. */
  findAuthority(hash: string): Promise<ConsoleAuthority | null>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
