export interface BudgetRequest {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  /** The number of units that the node requests at once, at least 1. */
  readonly wanted: number;
}

export interface BudgetGrant {
  /** Granted units, from 0 to `wanted`. */
  readonly granted: number;
  /** Units taken in this minute by all nodes. */
  readonly used: number;
  /** Seconds until the minute ends. */
  readonly resetSeconds: number;
}

/** Rate-limit budgets shared by all nodes, per minute of the database's clock. [D10] */
export interface BudgetStore {
  /**
   * Takes units. Atomic for each budget and key: all nodes together are never granted more than `limit` in one minute.
   */
  take(requests: readonly BudgetRequest[]): Promise<BudgetGrant[]>;
}
