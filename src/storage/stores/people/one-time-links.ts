import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';

/**
 * `sign_in` and `reset` are for a user. `invitation` is for an e-mail address, with or without a membership. `joined`
 * is a used invitation, kept until it expires for people who open it again.
 */
export type LinkPurpose = 'sign_in' | 'reset' | 'invitation' | 'joined';

/** A link that works once. */
export interface LinkRecord {
  readonly hash: string;
  /** Identifies the link in lists. */
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
  readonly email: string | null;
  readonly organizationId: string | null;
  readonly role: Role | null;
  /** The member who sent the invitation; null for the administrator and for other links. */
  readonly invitedBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** An invitation that is about to be used. */
export interface InvitationUse {
  readonly hash: string;
  readonly now: string;
  /** Whether a member with the role `own` can offer the role `offered`. Called with the inviter's current role. */
  mayOffer(own: Role, offered: Role): boolean;
}

export interface LinkStore {
  /** Creates a link. Returns false, with no change, if its user is disabled or does not exist. */
  create(link: LinkRecord): Promise<boolean>;
  /**
   * Returns null if the link is unknown or expired at `now`. It finds used links only if they were invitations to
   * organizations.
   */
  find(hash: string, now: string): Promise<LinkRecord | null>;
  /**
   * Uses a link and sets the password, atomically with the audit record. Ends the user's sessions and other links.
   * Returns false, with no change, if the link is expired or used.
   */
  reset(
    link: { hash: string; now: string },
    password: { userId: string; hash: string },
    audit: AuditRecord,
  ): Promise<boolean>;
  /** Returns whether an invitation is still valid: it offers no role, or its inviter can still offer it. */
  isStillValid(link: LinkRecord, mayOffer: InvitationUse['mayOffer']): Promise<boolean>;
  /**
   * Accepts an invitation, atomically with the audit record. A user who is already a member keeps the role. All other
   * invitations of the address to that organization are used up too. Returns false, with no change, if the invitation
   * is expired or used, its inviter can no longer offer the role, or the user is disabled.
   */
  accept(link: InvitationUse, userId: string, audit: AuditRecord): Promise<boolean>;
  /** Deletes at most `limit` links that were expired at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
