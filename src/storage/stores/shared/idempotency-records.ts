/** The first response to a request with an Idempotency-Key. [D9] */
export interface IdempotencyRecord {
  readonly credentialId: string;
  readonly key: string;
  /** Hash of the request. */
  readonly hash: string;
  readonly at: string;
  readonly response: {
    readonly body: string;
    readonly etag: string | null;
    readonly location: string | null;
  };
}

/**
 * Stores read and delete idempotency records here. The store that creates a resource writes its idempotency record in
 * the same transaction.
 */
export interface IdempotencyRecordStore {
  /** Returns null if the idempotency record is older than IDEMPOTENCY_HOURS. */
  find(credentialId: string, key: string): Promise<IdempotencyRecord | null>;
  /**
   * Deletes at most `limit` idempotency records that are older than IDEMPOTENCY_HOURS. Returns the number of deleted
   * rows.
   */
  deleteExpired(limit: number): Promise<number>;
}
