/** How often something was tried since a window began that ends at `endsAt`. */
export interface AttemptCounter {
  readonly key: string;
  readonly max: number;
  /** When its window ends if it begins now. */
  readonly endsAt: string;
}

export interface FailedAttemptStore {
  /**
   * Atomic, over all nodes: counts one more in each, or, where one of them is full, in none. Answers when the window of the
   * full one ends; null where it was counted. Counters are locked in the order given.
   */
  take(counters: readonly AttemptCounter[], now: string): Promise<string | null>;
  /** Forgets the counts of `cleared`, and one of each of `lowered`. */
  release(counts: { cleared: readonly string[]; lowered: readonly string[] }): Promise<void>;
  /** Removes at most `limit` whose window was over at `now`. Answers how many. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
