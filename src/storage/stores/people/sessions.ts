import type { AuditRecord } from '../shared/audit.ts';
import type { SignInUser } from './users.ts';

/** A session: a browser in which a user is signed in. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  /** Shortened user agent of the browser. */
  readonly device: string;
  readonly createdAt: string;
  /** Precise to the minute, or to the second if the user has many sessions. Equal to `createdAt` if never used. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** Limits the sessions of a user, and decides which of them end when a new one starts. */
export interface SessionLimits {
  /** Hash of the browser's previous session, which ends in any case. */
  readonly replaced: string | null;
  readonly max: number;
  /** Ranks a session. The lowest rank ends first; among equal ranks, the least recently used one. */
  rank(session: SessionRecord): number;
}

/** The proof that a person signs in with. */
export type SignInProof =
  /** The password matched this hash. */
  | { readonly passwordHash: string }
  | { readonly passkeyId: string }
  /** A sign-in link, which the new session uses up. */
  | { readonly linkHash: string };

/** A session and its user. */
export interface SessionHolder {
  readonly session: SessionRecord;
  /** Hash of the secret that the browser sent. It changes when the secret is replaced. */
  readonly secretHash: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly accountId: string;
    readonly hasPassword: boolean;
    /** Whether processing for the account is restricted. [D42] */
    readonly restricted: boolean;
    /** Whether the user administers the installation. [D69] */
    readonly administrator: boolean;
  };
}

/** A user's action at `now` in a session, identified by the hash of the secret that the browser sent. */
export interface SessionUse {
  readonly userId: string;
  readonly secretHash: string;
  readonly now: string;
}

export interface FoundSession extends SessionHolder {
  /** Number of sessions of the user, including this one. */
  readonly sessionsOfUser: number;
}

export interface SessionStore {
  /**
   * Starts a session within the limits, atomically with its audit record. Returns the current user. Returns null, with
   * no change, if the proof is no longer valid, or the user is disabled or has no account.
   */
  start(
    session: SessionRecord & { readonly hash: string },
    proof: SignInProof,
    limits: SessionLimits,
    audit: AuditRecord,
  ): Promise<SignInUser | null>;
  /** Returns null if the session is unknown or expired, or its user is disabled or has no account. */
  find(hash: string, now: string): Promise<FoundSession | null>;
  /** Records a use, unless a later one is recorded: the clocks of nodes differ. */
  recordUse(id: string, use: { lastUsedAt: string; expiresAt: string }): Promise<void>;
  /** Lists the active sessions of a user, most recently used first. */
  list(userId: string, now: string): Promise<SessionRecord[]>;
  /**
   * Ends a session, together with approvals that were not collected yet. Returns false if the user has no such session.
   */
  end(session: { id: string; userId: string }, audit: AuditRecord): Promise<boolean>;
  /**
   * Ends all sessions of a user except one, together with approvals that were not collected yet. Returns the number of
   * ended sessions.
   */
  endAll(userId: string, except: string | null, audit: AuditRecord): Promise<number>;
  /**
   * Deletes at most `limit` sessions that were expired at `now`, with their approvals. Returns the number of deleted
   * sessions.
   */
  deleteExpired(now: string, limit: number): Promise<number>;
}
