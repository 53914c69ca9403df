const DAY_MINUTES = 24 * 60;

/** Formats minutes after midnight as a time of day. */
export const formatPlannedTime = (minutes: number, language: string): string =>
  new Date(2000, 0, 1, 0, minutes % DAY_MINUTES).toLocaleTimeString(language, { timeStyle: 'short' });
