import type { AuditRecord } from '../shared/audit.ts';
import type { InvitationUse } from './one-time-links.ts';
import type { NewUser, SignInUser } from './users.ts';

export interface PeopleStore {
  /** Null for an address that nobody has, and for a user whose account is gone. */
  findSignInUser(key: { email: string } | { id: string }): Promise<SignInUser | null>;
  /**
   * Atomic, with its audit: the user's other sessions end, and so do the user's links; the session that goes on, known by the
   * hash of its secret, has another secret. Nothing is done where the password is not `from` any more (`other_password`), and
   * where that session has ended or has got another secret meanwhile (`session_over`).
   */
  changePassword(
    change: { userId: string; from: string | null; to: string; kept: { from: string; to: string } },
    audit: AuditRecord,
  ): Promise<'changed' | 'other_password' | 'session_over'>;
  /** Atomic, with its audit: the user and the account have one name. False where the user has no account any more. */
  rename(userId: string, name: string, audit: AuditRecord): Promise<boolean>;
  /** The same password, hashed anew. False, and nothing is done, where it has been changed meanwhile. */
  rehashPassword(userId: string, from: string, to: string): Promise<boolean>;
  /**
   * Atomic, with its audits: user, account, and with an invitation, known by its hash, the membership that it offers; the
   * invitation is used up, and all others of its address to that organization with it. With `email_taken` and `link_over`
   * nothing is done; an invitation is over also where who has invited may not offer that membership now.
   */
  signUp(
    user: NewUser,
    invitation: InvitationUse | null,
    audits: readonly AuditRecord[],
  ): Promise<'created' | 'email_taken' | 'link_over'>;
}
