const DAY_MINUTES = 24 * 60;

interface TimedEntries {
  /** HH:MM. */
  readonly starts_at: string | null;
  readonly entries: readonly { readonly minutes: number | null }[];
}

/** The time at which an entry of a plan should end, by the clock of the place. */
export interface PlannedEnd {
  /** Day of the plan, YYYY-MM-DD; null without one. */
  date: string | null;
  /** Minutes after midnight. */
  minutes: number;
}

/**
 * Returns the planned start of each entry in minutes after midnight, or null for a plan without a start. An entry
 * without a duration takes no time.
 */
export function toPlannedStarts({ starts_at: startsAt, entries }: TimedEntries): (number | null)[] {
  if (startsAt === null) return entries.map(() => null);
  const [hours, minutes] = startsAt.split(':').map(Number);
  let start = hours! * 60 + minutes!;
  return entries.map(({ minutes }) => {
    start += minutes ?? 0;
    return start - (minutes ?? 0);
  });
}

/** Returns the planned end of the entry at `index`, or null if it has none. */
export function toPlannedEnd(plan: TimedEntries & { readonly date: string | null }, index: number): PlannedEnd | null {
  const start = toPlannedStarts(plan)[index] ?? null;
  const minutes = plan.entries[index]?.minutes ?? null;
  return start === null || minutes === null ? null : { date: plan.date, minutes: start + minutes };
}

/** Returns by how many minutes an entry lasts longer than planned, on the day of its plan; otherwise 0. [D65] */
export function minutesOver(end: PlannedEnd | null | undefined, now: Date): number {
  if (!end || (end.date !== null && end.date !== now.toLocaleDateString('sv'))) return 0;
  return Math.max(0, now.getHours() * 60 + now.getMinutes() - end.minutes);
}

/** Formats minutes after midnight as a time of day. */
export const formatPlannedTime = (minutes: number, language: string): string =>
  new Date(2000, 0, 1, 0, minutes % DAY_MINUTES).toLocaleTimeString(language, { timeStyle: 'short' });
