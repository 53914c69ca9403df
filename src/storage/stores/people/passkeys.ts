import type { AuditRecord } from '../shared/audit.ts';

/** A key that a device of a user keeps (WebAuthn). Only its public half is here. */
export interface PasskeyRecord {
  /** Credential id, base64url: the authenticator chooses it. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** How often the authenticator says it has signed; 0 where it does not count. */
  readonly counter: number;
  /** How a browser can reach it, in the words of WebAuthn. */
  readonly transports: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Whom a passkey signs in. */
export interface PasskeyHolder {
  readonly id: string;
  readonly email: string;
  readonly accountId: string;
}

export interface PasskeyStore {
  addChallenge(challenge: { hash: string; holderHash: string; expiresAt: string }): Promise<void>;
  /** Atomic: the challenge is gone. False if it is another holder's, was taken before, or was over at `now`. */
  consumeChallenge(challenge: { hash: string; holderHash: string; now: string }): Promise<boolean>;
  /**
   * Atomic, with its audit: the passkeys of the user are counted. `taken`: somebody has one with this id. `session_over`: the session
   * that adds it, known by the hash of its secret, has ended.
   */
  add(
    passkey: PasskeyRecord,
    by: { readonly secretHash: string; readonly quota: number },
    audit: AuditRecord,
  ): Promise<'added' | 'quota_exceeded' | 'taken' | 'session_over'>;
  /** Oldest first. */
  list(userId: string): Promise<PasskeyRecord[]>;
  /** Null for one that is unknown, and where its user is disabled or has no account. */
  find(id: string): Promise<{ passkey: PasskeyRecord; user: PasskeyHolder } | null>;
  /** Atomic compare-and-set: false if the counter was not the one given, or the passkey is gone. */
  recordUse(id: string, counter: { from: number; to: number }, at: string): Promise<boolean>;
  /** False if the user has no such passkey. */
  rename(passkey: { id: string; userId: string }, name: string, audit: AuditRecord): Promise<boolean>;
  /** Atomic, with its audit. `last_way_in`: the user has no password, and no other passkey. */
  remove(passkey: { id: string; userId: string }, audit: AuditRecord): Promise<'removed' | 'missing' | 'last_way_in'>;
  /** Removes at most `limit` challenges that were over at `now`. Answers how many. */
  deleteExpiredChallenges(now: string, limit: number): Promise<number>;
}
