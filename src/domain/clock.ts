/** Returns the current time in milliseconds since 1970. Tests replace it. */
export type Clock = () => number;

/** Formats a time as it is stored and sent: RFC 3339, UTC, with milliseconds. [D7] */
export const toTime = (ms: number): string => new Date(ms).toISOString();

/** Clocks that are set back by more than this are followed. */
const AHEAD_MAX_MS = 1_000;
let latestMs = 0;

/**
 * Returns the current time, later than every earlier result of this process, so that lists keep the order of creation.
 */
export function nextTimestamp(): string {
  const now = Date.now();
  latestMs = now <= latestMs && latestMs - now < AHEAD_MAX_MS ? latestMs + 1 : now;
  return toTime(latestMs);
}
