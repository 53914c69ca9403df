/** Shortest lifetime of a link, with some time for a clock that differs from the server's, ms. */
const SHORTEST_MS = 65 * 60_000;

/** Returns the last second of this Sunday in local time, or of the next one if that is too soon for a link. [D68] */
export function endOfSunday(now: Date): Date {
  const daysLeft = (7 - now.getDay()) % 7;
  const endIn = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59, 59);
  const end = endIn(daysLeft);
  return end.getTime() - now.getTime() < SHORTEST_MS ? endIn(daysLeft + 7) : end;
}
