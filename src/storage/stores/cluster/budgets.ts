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
