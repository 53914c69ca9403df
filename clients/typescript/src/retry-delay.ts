/** The client's own patience, with full jitter: a random time up to 0.5 s at first, then up to 1 s, 2 s … 30 s. */
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 30_000;
/** A server may ask for more. Beyond this it is no sensible wish, and timers would overflow in the end. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * How long to wait after the `failures`th failure in a row (counted from 0), in milliseconds. Never less than the server
 * asked for, and the jitter comes on top: those whom it told the same second do not come back in the same one.
 */
export function retryDelayMs(failures: number, retryAfterSeconds: number | null): number {
  const jitter = Math.random() * Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures);
  return Math.min((retryAfterSeconds ?? 0) * 1000, RETRY_AFTER_MAX_MS) + jitter;
}
