/** A page that is about to show an output, or to be opened by a remote link. */
export interface PageLease {
  readonly id: string;
  /** The output or remote link. */
  readonly holderId: string;
  readonly node: string;
}

/** Pages that are open on all nodes, a lease each. */
export interface LeaseStore {
  /**
   * Atomic for each output or remote link, also against other nodes: the page has a lease, and the oldest leases beyond `limit` end.
   * Answers those; their nodes are told. Null: the output or link is gone.
   */
  connect(lease: PageLease, limit: number): Promise<readonly string[] | null>;
  /**
   * Renews the leases of a node. Answers those of them that are there no more: others have ended them, or they had run out and have been
   * given away.
   */
  renew(node: string, leases: readonly PageLease[]): Promise<readonly PageLease[]>;
  disconnect(lease: PageLease): Promise<void>;
}
