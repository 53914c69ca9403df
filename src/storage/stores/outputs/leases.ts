/** The lease of a page that shows an output or uses a remote link. */
export interface PageLease {
  readonly id: string;
  /** Id of the output or remote link. */
  readonly holderId: string;
  readonly node: string;
}

/** Leases of the open pages on all nodes, one per page. */
export interface LeaseStore {
  /**
   * Adds a lease for a page and ends the oldest leases beyond `limit`. Atomic for each output or remote link, across
   * nodes. Returns the ids of the ended leases, whose nodes are notified, or null if the output or link no longer
   * exists.
   */
  connect(lease: PageLease, limit: number): Promise<readonly string[] | null>;
  /**
   * Renews the leases of a node. Returns those that no longer exist: other nodes have ended them, or they had expired.
   */
  renew(node: string, leases: readonly PageLease[]): Promise<readonly PageLease[]>;
  disconnect(lease: PageLease): Promise<void>;
}
