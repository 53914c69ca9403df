import type { Role } from '../../contract/scopes.ts';
import type { AuditRecord } from './audit.ts';

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

interface FoundSession extends SessionHolder {
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
  ): Promise<SigningUser | null>;
  /** Null for one that is unknown or over, and where the user is disabled or has no account. */
  find(hash: string, now: string): Promise<FoundSession | null>;
  /** Nothing where a later use is noted already: clocks of nodes differ. */
  noteUse(id: string, use: { lastUsedAt: string; expiresAt: string }): Promise<void>;
  /** Those that are not over, latest used first. */
  list(userId: string, now: string): Promise<SessionRecord[]>;
  /** With what it has allowed and nobody has collected yet. False if the user has no such session. */
  end(session: { id: string; userId: string }, audit: AuditRecord): Promise<boolean>;
  /** All of a user, but one, with all that the user has allowed and nobody has collected yet. Answers how many sessions. */
  endAll(userId: string, except: string | null, audit: AuditRecord): Promise<number>;
  /** Removes at most `limit` that were over at `now`, each with what it has allowed. Answers how many. */
  removeEnded(now: string, limit: number): Promise<number>;
}

/** A user as signing in needs it. */
export interface SigningUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly passwordHash: string | null;
  readonly disabled: boolean;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly passwordHash: string;
}

export interface PeopleStore {
  /** Null for an address that nobody has, and for a user whose account is gone. */
  findSigningUser(key: { email: string } | { id: string }): Promise<SigningUser | null>;
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
  isWorth(link: LinkRecord, mayOffer: InvitationUse['mayOffer']): Promise<boolean>;
  /**
   * Atomic, with its audit: an invitation becomes its user's membership; whoever is a member keeps the role. All others of its
   * address to that organization are used up with it. False where it is over, where who has invited may not offer that now, and
   * for a disabled user; then nothing is done.
   */
  accept(link: InvitationUse, userId: string, audit: AuditRecord): Promise<boolean>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  removeEnded(now: string, limit: number): Promise<number>;
}

/** How often something was tried since a window began that ends at `endsAt`. */
export interface TryCounter {
  readonly key: string;
  readonly max: number;
  /** When its window ends if it begins now. */
  readonly endsAt: string;
}

export interface TryStore {
  /**
   * Atomic, over all nodes: counts one more in each, or, where one of them is full, in none. Answers when the window of the
   * full one ends; null where it was counted. Counters are locked in the order given.
   */
  take(counters: readonly TryCounter[], now: string): Promise<string | null>;
  /** Forgets the counts of `cleared`, and one of each of `lowered`. */
  giveBack(counts: { cleared: readonly string[]; lowered: readonly string[] }): Promise<void>;
  /** Removes at most `limit` whose window was over at `now`. Answers how many. */
  removeEnded(now: string, limit: number): Promise<number>;
}
