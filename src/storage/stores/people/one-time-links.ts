import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';

/**
 * `sign_in` and `reset` are for a user; `invitation` for an e-mail address, with or without a membership. `joined` was one, and is
 * kept until its end for who opens it once more.
 */
export type LinkPurpose = 'sign_in' | 'reset' | 'invitation' | 'joined';

/** What a link does that works once. */
export interface LinkRecord {
  readonly hash: string;
  /** Names it where it is listed. */
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
  readonly email: string | null;
  readonly organizationId: string | null;
  readonly role: Role | null;
  /** The member who has invited; null for the operator of the installation, and for a link that is no invitation. */
  readonly invitedBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** An invitation that is about to be used. */
export interface InvitationUse {
  readonly hash: string;
  readonly now: string;
  /** Whether somebody with the role `own` may offer the role. It is judged by the role that who has invited has then. */
  mayOffer(own: Role, offered: Role): boolean;
}

export interface LinkStore {
  /** False, and nothing is done, where it is for a user who is disabled or gone. */
  create(link: LinkRecord): Promise<boolean>;
  /** Null for one that is unknown, or over at `now`; of those that were used, it knows invitations to organizations. */
  find(hash: string, now: string): Promise<LinkRecord | null>;
  /**
   * Atomic, with its audit: the link is used up, the password set; the user's sessions and other links end. False where the
   * link is over; then nothing is done.
   */
  reset(
    link: { hash: string; now: string },
    password: { userId: string; hash: string },
    audit: AuditRecord,
  ): Promise<boolean>;
  /** Whether it offers nothing that needs somebody's right, or who has invited may still offer it. */
  isStillValid(link: LinkRecord, mayOffer: InvitationUse['mayOffer']): Promise<boolean>;
  /**
   * Atomic, with its audit: an invitation becomes its user's membership; whoever is a member keeps the role. All others of its
   * address to that organization are used up with it. False where it is over, where who has invited may not offer that now, and
   * for a disabled user; then nothing is done.
   */
  accept(link: InvitationUse, userId: string, audit: AuditRecord): Promise<boolean>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
