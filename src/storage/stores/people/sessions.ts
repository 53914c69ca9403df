import type { AuditRecord } from '../shared/audit.ts';
import type { SignInUser } from './users.ts';

/** That a browser acts for a user. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  /** What the browser says of itself, shortened. */
  readonly device: string;
  readonly createdAt: string;
  /** To the minute, or to the second where the user has many; equal to `createdAt`: never used. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** How many sessions a user can have, and which of them are thrown out for another one. */
export interface SessionLimits {
  /** Hash of the session that the browser had before, which ends in any case. */
  readonly replaced: string | null;
  readonly max: number;
  /** The lowest goes first, and of those that are equal the one that was not used for longest. */
  rank(session: SessionRecord): number;
}

/** What somebody was judged by who signs in. */
export type SignInProof =
  /** The password was right by this hash. */
  | { readonly passwordHash: string }
  | { readonly passkeyId: string }
  /** A link that signs in; the session that it starts uses it up. */
  | { readonly linkHash: string };

/** Whom a session belongs to. */
export interface SessionHolder {
  readonly session: SessionRecord;
  /** Of the secret that the browser has shown. A session whose secret was replaced has another one. */
  readonly secretHash: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly accountId: string;
    readonly hasPassword: boolean;
    /** Processing for the account is restricted. [D42] */
    readonly restricted: boolean;
  };
}

/** A user does something at `now` by a session, known by the hash of the secret that the browser has shown. */
export interface SessionUse {
  readonly userId: string;
  readonly secretHash: string;
  readonly now: string;
}

export interface FoundSession extends SessionHolder {
  /** How many sessions the user has, this one too. */
  readonly sessionsOfUser: number;
}

export interface SessionStore {
  /**
   * Atomic, with its audit, within the limits. Answers the user as it is then. Null, and nothing is done, where the proof does not
   * hold any more, and where the user is disabled or has no account.
   */
  start(
    session: SessionRecord & { readonly hash: string },
    proof: SignInProof,
    limits: SessionLimits,
    audit: AuditRecord,
  ): Promise<SignInUser | null>;
  /** Null for one that is unknown or over, and where the user is disabled or has no account. */
  find(hash: string, now: string): Promise<FoundSession | null>;
  /** Nothing where a later use is noted already: clocks of nodes differ. */
  recordUse(id: string, use: { lastUsedAt: string; expiresAt: string }): Promise<void>;
  /** Those that are not over, latest used first. */
  list(userId: string, now: string): Promise<SessionRecord[]>;
  /** With what it has allowed and nobody has collected yet. False if the user has no such session. */
  end(session: { id: string; userId: string }, audit: AuditRecord): Promise<boolean>;
  /** All of a user, but one, with all that the user has allowed and nobody has collected yet. Answers how many sessions. */
  endAll(userId: string, except: string | null, audit: AuditRecord): Promise<number>;
  /** Removes at most `limit` that were over at `now`, each with what it has allowed. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
