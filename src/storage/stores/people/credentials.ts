import type { CredentialKind, Role, Scope } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { Owner } from '../shared/owner.ts';

/** A stored credential: with the SHA-256 of its secret, never the secret. [D35] */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: Exclude<CredentialKind, 'delegated'>;
  readonly hash: string;
  readonly name: string;
  readonly organizationId: string | null;
  /** The member that a service token belongs to: it has the member's role and ends with the membership. [D67] */
  readonly userId: string | null;
  /** Empty on a user's credential, which has all scopes of the user. */
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ListedCredential extends CredentialRecord {
  /** Precise to the hour; null if never used. */
  readonly lastUsedAt: string | null;
  /** Name of the user; null for a service token of the organization. */
  readonly userName: string | null;
  /** Role of the member whose service token it is. Its scopes are those of the role. [D67] */
  readonly role: Role | null;
}

/** The current authority of a credential, with the owner whose resources it can access. */
export interface Authority {
  readonly credential: CredentialRecord;
  readonly owner: Owner;
  /** Role of the member whose service token it is. [D67] */
  readonly role: Role | null;
  /** The expiry of the secret: that of its credential, or the end of the overlap after a rotation. Null if never. */
  readonly endsAt: string | null;
  /** Whether processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

/** Identifies a user's credential that is neither revoked nor expired at `now`. */
export interface ActiveCredentialKey {
  readonly id: string;
  readonly userId: string;
  readonly now: string;
}

export interface CredentialStore {
  /**
   * Creates a credential, atomically with its audit record. If there is a quota, the user's active credentials are
   * counted in the same transaction, so that parallel creations cannot exceed it.
   */
  create(
    credential: CredentialRecord,
    more?: { quota?: number; audit?: AuditRecord },
  ): Promise<'created' | 'quota_exceeded'>;
  /** Returns null if the credential is unknown or revoked, or its user is disabled. The caller checks the expiry. */
  findAuthority(hash: string): Promise<Authority | null>;
  /** Lists credentials, including revoked and expired ones, oldest first. */
  list(of: { organizationId: string } | { userId: string }): Promise<ListedCredential[]>;
  /** Lists active credentials, oldest first. `after` is the last one of the previous page. */
  listActive(userId: string, page: ListPage & { now: string }): Promise<ListedCredential[]>;
  findActive(key: ActiveCredentialKey): Promise<ListedCredential | null>;
  /** Renames a credential. Returns false, and records nothing, if it is not active. */
  rename(key: ActiveCredentialKey, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Replaces a credential's secret atomically. The replaced secret works until `replacedEndsAt`, and earlier ones until
   * their own ends; if null, none of them works any longer. At most `limit` replaced secrets work at a time. Changes
   * nothing if the credential is not active (`missing`) or has that many (`too_many`).
   */
  rotate(
    key: ActiveCredentialKey,
    secret: { hash: string; replacedEndsAt: string | null; limit: number },
    audit: AuditRecord,
  ): Promise<'rotated' | 'missing' | 'too_many'>;
  /** Counts the active service tokens of the user's terminals. [D67] */
  countTerminals(userId: string, now: string): Promise<number>;
  /** Records when credentials were last used, by their ids. Ignores credentials that no longer exist. */
  recordUses(uses: ReadonlyMap<string, string>): Promise<void>;
  /** Revokes a user's credential. Returns false if it is not active. */
  end(key: ActiveCredentialKey, audit: AuditRecord): Promise<boolean>;
  /** Revokes a credential of any kind by its id. Returns false if it is already revoked or does not exist. */
  endById(id: string, now: string, audit: AuditRecord): Promise<boolean>;
  /** Revokes a credential without an audit record. Returns false if it is already revoked or does not exist. */
  revoke(id: string, revokedAt: string): Promise<boolean>;
  /** Returns the owner of a credential, even of a revoked or expired one. */
  findOwner(id: string): Promise<Owner | null>;
}
