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
