const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 10_000;

/**
 * Returns the retry delay: it doubles from 0.5 s to 10 s, with ±50 % jitter so that the phones of an audience do not
 * reconnect at once. `random` is in [0, 1).
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempt * (0.5 + random));
}
