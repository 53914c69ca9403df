import type { Role } from '../../../contract/scopes.ts';
import type { LeaseStore } from '../outputs/leases.ts';
import type { AuditRecord } from '../shared/audit.ts';

/** A link by which somebody steps a Live. [D68] */
export interface RemoteLinkRecord {
  readonly id: string;
  readonly liveId: string;
  readonly name: string;
  /** Of its key, as of a credential's secret. */
  readonly hash: string;
  /** The user whose rights it has, as long as the user has them. */
  readonly madeBy: string;
  readonly createdAt: string;
  /** When it ends; of one that was ended before its time, when that was. */
  readonly expiresAt: string;
  /** When it was ended before its time; null: it was not. */
  readonly endedAt: string | null;
}

/** What its maker is to the owner of the Live now. */
interface RemoteLinkMaker {
  readonly name: string;
  /** Null: neither an enabled member nor the user of the account. */
  readonly role: Role | null;
}

/** A link with what decides whether it works. */
export type RemoteLinkWithMaker = RemoteLinkRecord & { readonly maker: RemoteLinkMaker };

export type ListedRemoteLink = RemoteLinkWithMaker & {
  readonly lastUsedAt: string | null;
  readonly connections: number;
};

/** Remote links, and the pages that are open by them. A link that ends tells all nodes in its own transaction. [D68] */
export interface RemoteLinkStore extends LeaseStore {
  /** Atomic: those of the Live that have not ended are counted, and the new one is added with its audit. `missing`: the Live is gone. */
  create(link: RemoteLinkRecord, quota: number, audit: AuditRecord): Promise<'created' | 'quota_exceeded' | 'missing'>;
  /** Of a Live: those that had not ended at `now`, oldest first. */
  list(liveId: string, now: string): Promise<ListedRemoteLink[]>;
  /** Those of them that are there. */
  findAll(ids: readonly string[]): Promise<RemoteLinkWithMaker[]>;
  /** False where the Live has no such link that had not ended at `now`, and nothing is recorded. */
  end(link: { readonly id: string; readonly liveId: string }, now: string, audit: AuditRecord): Promise<boolean>;
  /** Removes at most `limit` that were over at `now`. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
