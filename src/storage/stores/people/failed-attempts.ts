/** A counter of attempts in a window that ends at `endsAt`. */
export interface AttemptCounter {
  readonly key: string;
  readonly max: number;
  /** The end of the window if it begins now. */
  readonly endsAt: string;
}

export interface FailedAttemptStore {
  /**
   * Counts one attempt in each counter, or, if one of them is full, in none. Atomic across nodes. Returns the end of
   * the full counter's window, or null if the attempt was counted. Locks the counters in the given order.
   */
  take(counters: readonly AttemptCounter[], now: string): Promise<string | null>;
  /** Resets the counters in `cleared`, and subtracts one attempt from each in `lowered`. */
  release(counts: { cleared: readonly string[]; lowered: readonly string[] }): Promise<void>;
  /** Deletes at most `limit` counters whose window had ended at `now`. Returns the number of deleted rows. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
