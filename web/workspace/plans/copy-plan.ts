import type { PlanBody, PlanData, PlanEntryData } from '../../session/plans-client.ts';
import { renameCopy, weekLater } from './plan-dates.ts';

/** Returns a plan with the same entries one week later. The entries are new ones. */
export function toNextWeek({ name, date, starts_at, entries }: PlanData, today: string, language: string): PlanBody {
  const next = weekLater(date, today);
  return { name: renameCopy(name, date, next, language), date: next, starts_at, entries: entries.map(withoutId) };
}

/** Returns the body that makes a deleted plan again. */
export const toBody = ({ name, date, starts_at, entries }: PlanData): PlanBody => ({
  name,
  date,
  starts_at,
  entries: entries.map(withoutId),
});

/** Returns the entries of a plan as a request takes them, with their ids. */
export const toInputs = (entries: readonly PlanEntryData[]): PlanBody['entries'] => [...entries] as PlanBody['entries'];

function withoutId({ id: _, ...entry }: PlanEntryData): PlanBody['entries'][number] {
  return entry as PlanBody['entries'][number];
}
