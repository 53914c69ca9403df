/** Formats the time of a change: the time of day for today, else the date. */
export function formatChange(time: string, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(
    language,
    isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', year: 'numeric' },
  );
}
