import { toIsoDate } from '../../session/sort-plans.ts';

const WEEK_DAYS = 7;

/** Ways in which a plan's name can contain its date, the longest first. */
const NAME_FORMATS: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { dateStyle: 'short' },
  { day: '2-digit', month: '2-digit', year: 'numeric' },
  { day: 'numeric', month: 'long' },
  { day: '2-digit', month: '2-digit' },
  { day: 'numeric', month: 'numeric' },
];

/** Returns today in local time, as YYYY-MM-DD. */
export const today = (): string => toIsoDate(new Date());

/** Returns the next Sunday, which can be today, as YYYY-MM-DD. */
export function nextSunday(today: Date): string {
  const sunday = new Date(today);
  sunday.setDate(sunday.getDate() + ((WEEK_DAYS - sunday.getDay()) % WEEK_DAYS));
  return toIsoDate(sunday);
}

/** Returns the date one week later, or so many weeks later that it is not in the past. Null stays null. */
export function weekLater(date: string | null, today: string): string | null {
  if (date === null) return null;
  const next = toDate(date);
  do next.setDate(next.getDate() + WEEK_DAYS);
  while (toIsoDate(next) < today);
  return toIsoDate(next);
}

/** Formats the date of a plan for reading. */
export const formatPlanDate = (date: string, language: string, dateStyle: 'full' | 'long' = 'full'): string =>
  toDate(date).toLocaleDateString(language, { dateStyle });

/** Returns the name of a copy: a date in the name becomes the new one; other names stay as they are. */
export function renameCopy(name: string, from: string | null, to: string | null, language: string): string {
  if (from === null || to === null) return name;
  const texts = NAME_FORMATS.map((format) => (date: string) => toDate(date).toLocaleDateString(language, format));
  for (const text of [...texts, (date: string) => date]) {
    const position = name.indexOf(text(from));
    if (position >= 0) return name.slice(0, position) + text(to) + name.slice(position + text(from).length);
  }
  return name;
}

const toDate = (date: string): Date => new Date(`${date}T00:00`);
