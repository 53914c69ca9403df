import type { AuditRecord } from '../shared/audit.ts';

/** A WebAuthn credential of a user. Only its public key is stored. */
export interface PasskeyRecord {
  /** Credential id in base64url, chosen by the authenticator. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** COSE public key in base64url. */
  readonly publicKey: string;
  /** The authenticator's signature counter; 0 if it does not count. */
  readonly counter: number;
  /** The WebAuthn transports through which a browser can reach the authenticator. */
  readonly transports: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** The user that a passkey signs in. */
export interface PasskeyHolder {
  readonly id: string;
  readonly email: string;
  readonly accountId: string;
}

export interface PasskeyStore {
  addChallenge(challenge: { hash: string; holderHash: string; expiresAt: string }): Promise<void>;
  /**
   * Deletes a challenge atomically. Returns false if it belongs to another holder, was consumed before, or was expired
   * at `now`.
   */
  consumeChallenge(challenge: { hash: string; holderHash: string; now: string }): Promise<boolean>;
  /**
   * Adds a passkey, atomically with its audit record and within the user's quota. Returns `taken` if the id is already
   * registered, and `session_over` if the session that adds it, identified by the hash of its secret, has ended.
   */
  add(
    passkey: PasskeyRecord,
    by: { readonly secretHash: string; readonly quota: number },
    audit: AuditRecord,
  ): Promise<'added' | 'quota_exceeded' | 'taken' | 'session_over'>;
  /** Lists the passkeys of a user, oldest first. */
  list(userId: string): Promise<PasskeyRecord[]>;
  /** Returns null if the passkey is unknown, or its user is disabled or has no account. */
  find(id: string): Promise<{ passkey: PasskeyRecord; user: PasskeyHolder } | null>;
  /**
   * Updates the counter with compare-and-set. Returns false if the counter was not `from` or the passkey does not
   * exist.
   */
  recordUse(id: string, counter: { from: number; to: number }, at: string): Promise<boolean>;
  /** Returns false if the user has no such passkey. */
  rename(passkey: { id: string; userId: string }, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Removes a passkey, atomically with its audit record. Returns `last_way_in` if the user has no password and no other
   * passkey.
   */
  remove(passkey: { id: string; userId: string }, audit: AuditRecord): Promise<'removed' | 'missing' | 'last_way_in'>;
  /** Deletes at most `limit` challenges that were expired at `now`. Returns the number of deleted rows. */
  deleteExpiredChallenges(now: string, limit: number): Promise<number>;
}
