/** The first answer to a request with an Idempotency-Key. [D9] */
export interface IdempotencyRecord {
  readonly credentialId: string;
  readonly key: string;
  /** Of what was asked for. */
  readonly hash: string;
  readonly at: string;
  readonly response: {
    readonly body: string;
    readonly etag: string | null;
    readonly location: string | null;
  };
}

/** Receipts are written by those stores that create what they are for, within the same transaction. */
export interface IdempotencyRecordStore {
  /** Null for one that is older than IDEMPOTENCY_HOURS. */
  find(credentialId: string, key: string): Promise<IdempotencyRecord | null>;
  /** Removes at most `limit` of those that are older. Answers how many. */
  deleteExpired(limit: number): Promise<number>;
}
