/** Returns the current time in milliseconds since 1970. Tests replace it. */
export type Clock = () => number;

/** Formats a time as it is stored and sent: RFC 3339, UTC, with milliseconds. [D7] */
export const toTime = (ms: number): string => new Date(ms).toISOString();

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export const dayOf = (ms: number): string => toTime(ms).slice(0, 10);

/** Parses a time of a request as it is stored; null if it is not one of the years 0 to 9999, or has a leap second. */
export function parseTime(text: string): string | null {
  const ms = Date.parse(text);
  const time = Number.isNaN(ms) ? '' : toTime(ms);
  return /^\d{4}-/.test(time) ? time : null;
}

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
