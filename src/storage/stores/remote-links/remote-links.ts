import type { Role } from '../../../contract/scopes.ts';
import type { LeaseStore } from '../outputs/leases.ts';
import type { AuditRecord } from '../shared/audit.ts';

/**
 * The use of a link: the page of a remote [D68], or programs that send commands and read what is on air, or that only
 * read [D74].
 */
export type LinkKind = 'remote' | 'control' | 'data';

/** A remote link or a button link. [D68], [D74] */
export interface RemoteLinkRecord {
  readonly id: string;
  readonly kind: LinkKind;
  readonly liveId: string;
  readonly name: string;
  /** Hash of the link's key, like that of a credential's secret. */
  readonly hash: string;
  /** The user whose rights the link has, for as long as the user has them. */
  readonly createdBy: string;
  readonly createdAt: string;
  /** The time at which the link expires or was ended early. */
  readonly expiresAt: string;
  /** The time at which the link was ended early; null if it was not. */
  readonly endedAt: string | null;
}

/** The current relation of the link's creator to the owner of the Live. */
interface RemoteLinkCreator {
  readonly name: string;
  /** Null if the creator is neither an enabled member nor the user of the account. */
  readonly role: Role | null;
}

/** A link with its creator, whose role decides whether it works. */
export type RemoteLinkWithCreator = RemoteLinkRecord & {
  readonly creator: RemoteLinkCreator;
  /** Whether processing is restricted for the owner of the Live. [D42] */
  readonly restricted: boolean;
};

export type ListedRemoteLink = RemoteLinkWithCreator & {
  readonly lastUsedAt: string | null;
  readonly connections: number;
};

/** Remote links and their open pages. A link that ends notifies all nodes in its own transaction. [D68] */
export interface RemoteLinkStore extends LeaseStore {
  /**
   * Creates a link, atomically with its audit record. The quota limits the active links of the Live of these kinds.
   * Returns `missing` if the Live no longer exists.
   */
  create(
    link: RemoteLinkRecord,
    quota: { readonly kinds: readonly LinkKind[]; readonly max: number },
    audit: AuditRecord,
  ): Promise<'created' | 'quota_exceeded' | 'missing'>;
  /** Lists the links of a Live of these kinds that are active at `now`, oldest first. */
  list(liveId: string, kinds: readonly LinkKind[], now: string): Promise<ListedRemoteLink[]>;
  /** Returns the links that exist. */
  findAll(ids: readonly string[]): Promise<RemoteLinkWithCreator[]>;
  /** Ends a link. Returns false, and records nothing, if the Live has no such link that is active at `now`. */
  end(link: { readonly id: string; readonly liveId: string }, now: string, audit: AuditRecord): Promise<boolean>;
  /** Records when links were last used, by id. */
  recordUses(uses: ReadonlyMap<string, string>): Promise<void>;
  /** Deletes at most `limit` links that were expired at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
