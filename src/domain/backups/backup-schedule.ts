/** Hour at which the nightly backup is due, in the time zone of the server. */
const NIGHT_HOUR = 3;
/** Pause after a nightly backup that failed. */
const RETRY_MS = 60 * 60 * 1000;
/** How far the clocks of nodes may differ. A backup from later than that was made when a clock was wrong. */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

const NIGHTLY = 'nightly';

/** Returns the id of a backup, such as `2026-01-31T03-00-00Z-0a1b2c`, or with `nightly` in place of the characters. */
export const toBackupId = (startedAt: string, characters: string = NIGHTLY): string =>
  `${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${characters}`;

export const isNightly = (id: string): boolean => id.endsWith(`-${NIGHTLY}`);

/** Returns the time in an id. */
export const timeOf = (id: string): string => `${id.slice(0, 10)}T${id.slice(11, 19).replaceAll('-', ':')}.000Z`;

/**
 * Returns when the next nightly backup is due, which is in the past if a night was missed. `madeAt` and `failedAt` are
 * the times of the latest ones. Times in the future come from a wrong clock and do not count.
 */
export function nextNightlyAt(now: number, latest: { madeAt: string | null; failedAt: string | null }): number {
  const toKnown = (text: string | null) => {
    const time = text === null ? Number.NaN : Date.parse(text);
    return time <= now + CLOCK_TOLERANCE_MS ? time : Number.NEGATIVE_INFINITY;
  };
  const night = toNight(now, 0);
  const last = night > now ? toNight(now, -1) : night;
  if (toKnown(latest.madeAt) >= last) return night > now ? night : toNight(now, 1);
  return Math.max(last, toKnown(latest.failedAt) + RETRY_MS);
}

function toNight(now: number, days: number): number {
  const night = new Date(now);
  night.setDate(night.getDate() + days);
  return night.setHours(NIGHT_HOUR, 0, 0, 0);
}

/**
 * Returns the ids of the oldest backups beyond those that are kept. The latest stays in any case: if the clock was
 * wrong, its time can be before that of older ones. Those from the future were made before it, so they go first.
 */
export function selectExcess(
  ids: readonly string[],
  { latest, kept, now }: { latest: string; kept: number; now: number },
): string[] {
  const isFuture = (id: string) => Number(Date.parse(timeOf(id)) > now + CLOCK_TOLERANCE_MS);
  return ids
    .filter((id) => id !== latest)
    .sort((one, other) => isFuture(one) - isFuture(other) || (one > other ? -1 : 1))
    .slice(Math.max(0, kept - 1));
}
