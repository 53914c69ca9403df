import { toIsoDate } from './sort-plans.ts';

interface TimedPlan {
  readonly date: string | null;
  /** HH:MM. */
  readonly starts_at: string | null;
  readonly entries: readonly { readonly minutes: number | null }[];
}

const DAY_MINUTES = 24 * 60;

/**
 * Returns the planned start of each entry in minutes after midnight, or null for a plan without a start. An entry
 * without a duration takes no time.
 */
export function toPlannedStarts({ starts_at: startsAt, entries }: Omit<TimedPlan, 'date'>): (number | null)[] {
  if (startsAt === null) return entries.map(() => null);
  const [hours, minutes] = startsAt.split(':').map(Number);
  let start = hours! * 60 + minutes!;
  return entries.map((entry) => {
    const planned = start;
    start += entry.minutes ?? 0;
    return planned;
  });
}

/** Formats minutes after midnight as a time of day. */
export const formatPlannedTime = (minutes: number, language: string): string =>
  new Date(2000, 0, 1, 0, minutes % DAY_MINUTES).toLocaleTimeString(language, { timeStyle: 'short' });

/** Returns by how many minutes the entry at `index` lasts longer than planned, on the day of the plan; otherwise 0. */
export function minutesOver(plan: TimedPlan, index: number, now: Date): number {
  const start = toPlannedStarts(plan)[index] ?? null;
  const planned = plan.entries[index]?.minutes ?? null;
  if (start === null || planned === null || (plan.date !== null && plan.date !== toIsoDate(now))) return 0;
  return Math.max(0, now.getHours() * 60 + now.getMinutes() - (start + planned));
}
