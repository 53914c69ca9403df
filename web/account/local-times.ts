const REFRESH_MS = 30_000;
/** Age from which a date says more than a number of days. */
const AGO_MAX_MS = 7 * 86_400_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/**
 * Shows the page's UTC times in the reader's time zone and the page's language, and recent ones as "2 hours ago", with
 * the exact time as their title.
 */
export function localizeTimes(): void {
  const { lang } = document.documentElement;
  const ago: HTMLTimeElement[] = [];
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-precision]')) {
    const { precision } = time.dataset;
    const options: Intl.DateTimeFormatOptions = { dateStyle: 'long' };
    if (precision !== 'day') options.timeStyle = 'short';
    const utc = time.textContent;
    const exact = new Intl.DateTimeFormat(lang, options).format(new Date(time.dateTime));
    const isRecent = precision === 'ago' && Date.now() - Date.parse(time.dateTime) < AGO_MAX_MS;
    time.textContent = exact;
    time.title = isRecent ? exact : utc;
    if (isRecent) ago.push(time);
  }
  const refresh = () => {
    for (const time of ago) time.textContent = formatAgo(time.dateTime, lang);
  };
  refresh();
  if (ago.length > 0) setInterval(refresh, REFRESH_MS);
}

/** Formats a past time as "2 hours ago". */
function formatAgo(at: string, language: string): string {
  const age = Math.max(1_000, Date.now() - Date.parse(at));
  const [unit, length] = UNITS.find(([, shortest]) => age >= shortest)!;
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(age / length), unit);
}
