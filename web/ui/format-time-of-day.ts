/** Formats the time of day as people write it in a language: `9:05 AM`, `09:05`. */
export function formatTimeOfDay(date: Date, language: string): string {
  return date.toLocaleTimeString(language, { timeStyle: 'short' });
}
