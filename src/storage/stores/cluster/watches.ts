/** The watches of a Live that a node holds and requests. */
export interface WatchRequest {
  readonly liveId: string;
  /** Watches that the node currently holds. */
  readonly held: number;
  readonly more: number;
}

/** Watches of all nodes. A node that has not renewed its watches of a Live for WATCH_LEASE_SECONDS holds none. [D25] */
export interface WatchStore {
  /**
   * Renews `held` watches and grants as many of `more` as fit below `limit`, counting those of other nodes. Atomic for
   * each Live, across nodes. Returns the number of newly granted watches in the order of the requests. Uses the
   * database's clock.
   */
  hold(node: string, requests: readonly WatchRequest[], limit: number): Promise<number[]>;
  /** Releases all watches of the node. */
  release(node: string): Promise<void>;
}
