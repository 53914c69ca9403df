const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const DOTTED = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;

/** Returns the date in a title, as `YYYY-MM-DD`, or null. `dotted` also reads "31.12.2026", which is German. */
export function findDate(text: string, { dotted = false } = {}): string | null {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? [];
  const [, day = isoDay, month = isoMonth, year = isoYear] =
    (isoYear === undefined && dotted && DOTTED.exec(text)) || [];
  if (year === undefined) return null;
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? null : date;
}
