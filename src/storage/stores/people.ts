import type { AuditRecord } from './audit.ts';

/** That a browser acts for a user. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  /** What the browser says of itself, shortened. */
  readonly device: string;
  readonly createdAt: string;
  /** To the hour. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** Whom a session belongs to. */
export interface SessionHolder {
  readonly session: SessionRecord;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly accountId: string;
    readonly hasPassword: boolean;
  };
}

export interface SessionStore {
  /** Atomic, with its audit: the session that the browser had before, known by its hash, ends. */
  start(session: SessionRecord & { readonly hash: string }, replaced: string | null, audit: AuditRecord): Promise<void>;
  /** Null for one that is unknown or over, and where the user is disabled or has no account. */
  find(hash: string, now: string): Promise<SessionHolder | null>;
  noteUse(id: string, use: { lastUsedAt: string; expiresAt: string }): Promise<void>;
  /** Those that are not over, latest used first. */
  list(userId: string, now: string): Promise<SessionRecord[]>;
  /** False if the user has no such session. */
  end(session: { id: string; userId: string }, audit: AuditRecord): Promise<boolean>;
  /** All of a user, but one. Answers how many. */
  endAll(userId: string, except: string | null, audit: AuditRecord): Promise<number>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  removeEnded(now: string, limit: number): Promise<number>;
}
