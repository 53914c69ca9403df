/** Formats the time of day as people write it in a language: `9:05 AM`, `09:05`. */
export function formatTimeOfDay(date: Date, language: string): string {
  return date.toLocaleTimeString(language, { timeStyle: 'short' });
}

/** Formats a time of today as the time of day, and another one by `otherDay`. */
export const formatRecentTime = (
  date: Date,
  language: string,
  otherDay: Intl.DateTimeFormatOptions,
  now = new Date(),
): string =>
  date.toDateString() === now.toDateString()
    ? formatTimeOfDay(date, language)
    : date.toLocaleString(language, otherDay);
