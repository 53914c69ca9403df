import type { Owner } from './owner.ts';

/** A record of a change and its actor. It never contains a secret. [D43] */
export interface AuditRecord {
  /** A UUID that sorts by time. */
  readonly id: string;
  readonly at: string;
  /** The affected owner; null for the whole installation. */
  readonly owner: Owner | null;
  /** `console`: over REST, by a console or the workspace. Records of versions before have `rest` for these. */
  readonly channel: 'rest' | 'console' | 'page' | 'command-line';
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
  readonly resource: string | null;
  /**
   * Name of the resource at that time; null if it has none, or if names of its kind are looked up, such as those of
   * people.
   */
  readonly resourceName: string | null;
  /** Detail of the change, for example the passage that was pushed. */
  readonly detail: string | null;
  /** Whether the change put what the detail names on air. Absent if not, and from records of earlier versions. */
  readonly onAir?: true;
  readonly requestId: string | null;
  /** Sequence of a Live before and after the change. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The actor of a change, and the operation. */
export type AuditActor = Pick<AuditRecord, 'channel' | 'userId' | 'credentialId' | 'operation' | 'requestId'>;

/** Conditions that a record must all meet. Null is no condition. */
export interface AuditFilter {
  /** User or credential that made the change; `server` means commands and the server itself, which have neither. */
  readonly actor: { readonly id: string } | 'server' | null;
  readonly operations: readonly string[] | null;
  readonly resource: string | null;
}

interface AuditPage {
  readonly limit: number;
  readonly before: string | null;
  readonly since: string | null;
}

export interface AuditStore {
  /** Adds a record that is not written in the transaction of its change. */
  add(record: AuditRecord): Promise<void>;
  /**
   * Lists records, newest first, with ids below `before` and not below `since`. Both are ids or time prefixes of ids.
   */
  list(owner: Owner | null, page: AuditPage): Promise<AuditRecord[]>;
  /**
   * Lists the records of a page that meet a filter. Reads at most `scanMax` records. If older ones remain unread,
   * `scannedTo` is the id of the last record that was read, otherwise null.
   */
  search(
    owner: Owner,
    page: AuditPage,
    filter: AuditFilter,
    scanMax: number,
  ): Promise<{ records: AuditRecord[]; scannedTo: string | null }>;
  /** Returns whether an operation is recorded for an owner. */
  has(owner: Owner, operation: string): Promise<boolean>;
  /**
   * Returns the names of existing resources that records of an owner refer to by these ids: Lives, plans, decks,
   * snapshots, users, credentials, remote links, apps, their current or former grants, and editions.
   */
  findNames(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the next owner with records, including deleted ones, in the order of ids, or null after the last. Pass the
   * returned `id` to continue.
   */
  nextOwner(id: string | null): Promise<{ id: string; owner: Owner | null } | null>;
  /** Deletes at most `limit` records below `before`, oldest first. Returns the number of deleted records. */
  deleteBefore(owner: Owner | null, before: string, limit: number): Promise<number>;
}
