/** How many viewers a node has of a Live. */
export interface ViewerCount {
  readonly liveId: string;
  readonly viewers: number;
  /** The most there were at once since the report before. */
  readonly most: number;
}

/** Viewers of a Live on all nodes: now, and the most there were at once, with the time of that (RFC 3339; null: nobody yet). */
export interface ViewerTotals {
  readonly viewers: number;
  readonly peak: number;
  readonly peakAt: string | null;
}

/** Viewers of all nodes. What a node that is gone has told counts for VIEWERS_LEASE_SECONDS. [D44] */
export interface ViewerStore {
  /**
   * With SQLite, forgets the counts of the process before this one, which has ended; not the most there were. With PostgreSQL
   * other nodes may still run: the leases of those that have ended run out.
   */
  deleteStale(): Promise<void>;
  /** Atomic with the peaks: the most that all nodes together have told. */
  report(node: string, counts: readonly ViewerCount[]): Promise<void>;
  find(liveId: string): Promise<ViewerTotals>;
}
