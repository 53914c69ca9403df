/** The viewers of a Live on one node. */
export interface ViewerCount {
  readonly liveId: string;
  readonly viewers: number;
  /** Peak number of simultaneous viewers since the previous report. */
  readonly most: number;
}

/**
 * Viewers of a Live on all nodes: the current number, and the peak with its time (RFC 3339; null if there has been no
 * viewer yet).
 */
export interface ViewerTotals {
  readonly viewers: number;
  readonly peak: number;
  readonly peakAt: string | null;
}

/** Viewer counts of all nodes. The last report of a node that has ended counts for VIEWERS_LEASE_SECONDS. [D52] */
export interface ViewerStore {
  /**
   * Deletes the counts of the previous process, which has ended, but keeps the peaks. Does nothing on PostgreSQL: other
   * nodes may still run, and the leases of those that have ended expire.
   */
  deleteStale(): Promise<void>;
  /** Records the counts of a node and updates the peak over all nodes, atomically. */
  report(node: string, counts: readonly ViewerCount[]): Promise<void>;
  find(liveId: string): Promise<ViewerTotals>;
}
