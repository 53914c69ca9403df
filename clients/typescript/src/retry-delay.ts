/** Bounds of the exponential backoff with full jitter: a random time up to 0.5 s, then up to 1 s, 2 s … 30 s. */
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Upper limit for a server's Retry-After; larger values are implausible and would overflow timers. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * Returns the time to wait after the `failures`th consecutive failure (counted from 0), in ms. It is at least what the
 * server requires, plus jitter, so that clients that got the same Retry-After do not return at once.
 */
export function retryDelayMs(failures: number, retryAfterSeconds: number | null): number {
  const jitter = Math.random() * Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures);
  return Math.min((retryAfterSeconds ?? 0) * 1000, RETRY_AFTER_MAX_MS) + jitter;
}
