import { formatRecentTime } from '../../../ui/format-time-of-day.ts';

/** Formats the time of a change: the time of day for today, else the date. */
export function formatChange(time: string, language: string): string {
  return formatRecentTime(new Date(time), language, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** Formats a UTC day (YYYY-MM-DD). */
export const formatDay = (day: string, language: string): string =>
  new Date(day).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
