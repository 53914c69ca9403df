import type { AuditRecord } from '../shared/audit.ts';
import type { InvitationUse } from './one-time-links.ts';
import type { NewUser, SignInUser } from './users.ts';

export interface PeopleStore {
  /** Returns null if no user has the address, or the user's account was deleted. */
  findSignInUser(key: { email: string } | { id: string }): Promise<SignInUser | null>;
  /**
   * Changes a password, atomically with its audit record. Ends the user's other sessions and links, and replaces the
   * secret of the kept session, identified by the hash of its secret. Changes nothing if the password is no longer
   * `from` (`other_password`), or if that session has ended or has another secret (`session_over`).
   */
  changePassword(
    change: { userId: string; from: string | null; to: string; kept: { from: string; to: string } },
    audit: AuditRecord,
  ): Promise<'changed' | 'other_password' | 'session_over'>;
  /** Renames the user and the account, atomically with the audit record. Returns false if the user has no account. */
  rename(userId: string, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Replaces the hash of an unchanged password. Returns false, with no change, if the password was changed in the
   * meantime.
   */
  rehashPassword(userId: string, from: string, to: string): Promise<boolean>;
  /**
   * Signs up a user, atomically with the audit records: creates the user and the account, and with an invitation,
   * identified by its hash, the membership that it offers. Uses up the invitation and all others of its address to that
   * organization. Changes nothing if the result is `email_taken` or `link_over`, which also means that the inviter can
   * no longer offer the membership. The first user of an installation who was invited becomes an administrator. [D69]
   */
  signUp(
    user: NewUser,
    invitation: InvitationUse | null,
    audits: readonly AuditRecord[],
  ): Promise<'created' | 'email_taken' | 'link_over'>;
}
