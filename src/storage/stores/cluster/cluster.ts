import type { LiveChange } from './lives.ts';
import type { Owner } from './owners.ts';

export interface Cluster {
  readonly changes: ChangeFeed;
  readonly watches: WatchStore;
  readonly budgets: BudgetStore;
}

/** What has been committed to a Live by any node, this one included. */
export interface LiveNotice {
  readonly liveId: string;
  /** Null: the Live was deleted. */
  readonly sequence: number | null;
  /** The change itself, where it is small enough to be sent along. */
  readonly change: LiveChange | null;
}

/**
 * News of commits, from the database, in the order of the commits. A hint: after a pause some may be missing, so what is
 * true is read from the storage.
 */
export interface ChangeFeed {
  /** False while news may be missing. */
  readonly connected: boolean;
  subscribe(listener: ChangeListener): void;
  /** Begins to listen, once all have subscribed; from then on it mends itself. */
  start(): Promise<void>;
}

export interface ChangeListener {
  live(notice: LiveNotice): void;
  /** Something that decides who may do what has changed. */
  authority(): void;
  /** The profile of an owner has changed. */
  profile(owner: Owner): void;
  /** News may be missing from now on. */
  lost(): void;
  /** News come again; some may have been missed. */
  resumed(): void;
}

/** How many watches of a Live a node has, and how many more it would like to have. */
export interface WatchRequest {
  readonly liveId: string;
  /** Watches that the node holds now. */
  readonly held: number;
  readonly more: number;
}

/** Watches of all nodes together. A node that has not spoken of a Live for WATCH_LEASE_SECONDS holds none of it. [D25] */
export interface WatchStore {
  /**
   * Atomic for each Live, also against other nodes: the node holds `held` and, of `more`, as many as fit below `limit`
   * together with what the other nodes hold. Answers how many more were granted, in the order of the requests.
   * Time is the database's.
   */
  hold(node: string, requests: readonly WatchRequest[], limit: number): Promise<number[]>;
  /** The node holds none any more. */
  release(node: string): Promise<void>;
}

export interface BudgetRequest {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  /** How many the node would like to take at once, at least 1. */
  readonly wanted: number;
}

export interface BudgetGrant {
  /** 0 to `wanted`. */
  readonly granted: number;
  /** Taken in this minute by all nodes together. */
  readonly used: number;
  /** Seconds until the minute ends. */
  readonly resetSeconds: number;
}

/** Admission budgets of all nodes together, in minutes of the database's clock. [D10] */
export interface BudgetStore {
  /** Atomic for each budget and key: never more than `limit` are granted in one minute, over all nodes. */
  take(requests: readonly BudgetRequest[]): Promise<BudgetGrant[]>;
}
