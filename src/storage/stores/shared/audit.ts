import type { Owner } from './owner.ts';

/** That somebody changed something; never a secret. [D43] */
export interface AuditRecord {
  /** A UUID that sorts by time. */
  readonly id: string;
  readonly at: string;
  /** Whom it concerns; null: the whole installation. */
  readonly owner: Owner | null;
  /** `rest`, `page` or `command-line`. */
  readonly channel: 'rest' | 'page' | 'command-line';
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
  readonly resource: string | null;
  /** What the resource was called then; null: it has no name, or one that is looked up, as those of people are. */
  readonly resourceName: string | null;
  /** What of it was changed: the passage that was pushed, for one. */
  readonly detail: string | null;
  readonly requestId: string | null;
  /** Sequences of a Live. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Who does something, and by which operation. */
export type AuditActor = Pick<AuditRecord, 'channel' | 'userId' | 'credentialId' | 'operation' | 'requestId'>;

export interface AuditStore {
  /** For what is not recorded within the transaction of its change. */
  add(record: AuditRecord): Promise<void>;
  /** Newest first: below `before` and not below `since`, which are ids, or what ids of a moment begin with. */
  list(
    owner: Owner | null,
    page: { limit: number; before: string | null; since: string | null },
  ): Promise<AuditRecord[]>;
  /** Whether an operation is recorded for an owner. */
  has(owner: Owner, operation: string): Promise<boolean>;
  /**
   * Names of what records of an owner name by these ids, as far as it is there: of its Lives and presentations, and of what was
   * published of them, of users, credentials, apps, with the access that these have or had, and editions.
   */
  findNames(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The next that has records, also one that is deleted, in the order of ids; null after the last. `id` is what comes next. */
  nextOwner(id: string | null): Promise<{ id: string; owner: Owner | null } | null>;
  /** Removes at most `limit` records below `before`, the oldest first. Answers how many. */
  deleteBefore(owner: Owner | null, before: string, limit: number): Promise<number>;
}
