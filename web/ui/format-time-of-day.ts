/** Formats the time of day in 24 hours, as clocks in control rooms display it: `09:05`. */
export function formatTimeOfDay(date: Date, language: string): string {
  return date.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
