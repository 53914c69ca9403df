import type { CredentialKind, Role, Scope } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { Owner } from '../shared/owner.ts';

/** A credential as it is kept: a SHA-256 of the secret, never the secret. [D35] */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: Exclude<CredentialKind, 'delegated'>;
  readonly hash: string;
  readonly name: string;
  readonly organizationId: string | null;
  /** On a service token: the member whose role it has, and with whose membership it ends. [D67] */
  readonly userId: string | null;
  /** Empty on a credential of a user: whatever that user may now. */
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ListedCredential extends CredentialRecord {
  /** To the hour; null: never. */
  readonly lastUsedAt: string | null;
  /** Whose it is; null for a service token that is nobody's. */
  readonly userName: string | null;
  /** Of a member's service token, which has the scopes of that role. [D67] */
  readonly role: Role | null;
}

/** A credential that belongs to somebody who may act now, with the owner whose resources it reaches. */
export interface Authority {
  readonly credential: CredentialRecord;
  readonly owner: Owner;
  /** Of the member whose service token it is. [D67] */
  readonly role: Role | null;
  /** When the secret ends: with its credential, or with the overlap after a rotation. Null: never. */
  readonly endsAt: string | null;
  /** Processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

/** A user's credential that is neither revoked nor expired at `now`. */
export interface ActiveCredentialKey {
  readonly id: string;
  readonly userId: string;
  readonly now: string;
}

export interface CredentialStore {
  /**
   * Atomic, with its audit. Where there is a quota, the user's active credentials are counted, so that parallel creations
   * cannot pass it.
   */
  create(
    credential: CredentialRecord,
    more?: { quota?: number; audit?: AuditRecord },
  ): Promise<'created' | 'quota_exceeded'>;
  /** Null for an unknown or revoked credential and for one of a disabled user; its end is the caller's to check. */
  findAuthority(hash: string): Promise<Authority | null>;
  /** Oldest first, whatever has become of them. */
  list(of: { organizationId: string } | { userId: string }): Promise<ListedCredential[]>;
  /** Oldest first; `after` is the last one of the page before. */
  listActive(userId: string, page: ListPage & { now: string }): Promise<ListedCredential[]>;
  findActive(key: ActiveCredentialKey): Promise<ListedCredential | null>;
  /** False if it is not active; then nothing is recorded either. */
  rename(key: ActiveCredentialKey, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Atomic: the credential has the new hash, and the one that it had works until `replacedEndsAt`, as those before it do until
   * their own ends; null: none of them works any longer. At most `limit` replaced ones work at a time. Where it is not active
   * (`missing`), or has as many (`too_many`), nothing is changed.
   */
  rotate(
    key: ActiveCredentialKey,
    secret: { hash: string; replacedEndsAt: string | null; limit: number },
    audit: AuditRecord,
  ): Promise<'rotated' | 'missing' | 'too_many'>;
  /** How many service tokens of the user's terminals work. [D67] */
  countTerminals(userId: string, now: string): Promise<number>;
  /** Remembers when credentials were used, by their ids; those that are gone are passed over. */
  recordUses(uses: ReadonlyMap<string, string>): Promise<void>;
  /** Revokes it. False if it is not active. */
  end(key: ActiveCredentialKey, audit: AuditRecord): Promise<boolean>;
  /** The same of any kind, by its id alone. */
  endById(id: string, now: string, audit: AuditRecord): Promise<boolean>;
  /** False if there is no such credential that is not revoked yet. */
  revoke(id: string, revokedAt: string): Promise<boolean>;
  /** Whose credential it is, whatever has become of it. */
  findOwner(id: string): Promise<Owner | null>;
}
