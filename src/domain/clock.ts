/** The time of day, milliseconds since 1970; another one than the system's is for tests. */
export type Clock = () => number;

/** As times are kept and sent: RFC 3339, UTC, with milliseconds. [D7] */
export const toTime = (ms: number): string => new Date(ms).toISOString();

/** A clock that was set back by more is followed. */
const AHEAD_MAX_MS = 1_000;
let latestMs = 0;

/** The present time; of this process each is later than the one before, so what is made one after another is listed in that order. */
export function nextTimestamp(): string {
  const now = Date.now();
  latestMs = now <= latestMs && latestMs - now < AHEAD_MAX_MS ? latestMs + 1 : now;
  return toTime(latestMs);
}
