import { LecternError } from '../../contract/lectern-error.ts';
import type { GoInput, PlanEntry } from '../../contract/schemas/plans.ts';
import type { PlanRecord } from '../../storage/storage.ts';
import { findPlanPosition } from './plan-position.ts';

/** The number of an entry, from 1, without headings. [D74] */
export interface NumberedEntry {
  readonly number: number;
}

/**
 * Returns the entry to show: the named or numbered one, or the one `by` entries from the current one, limited to the
 * first and last. Headings are skipped; a named heading means the entry after it. Returns null if there is no such
 * entry. Throws `invalid_fields` for an unknown entry. [D65], [D74]
 */
export function chooseEntry(
  plan: PlanRecord,
  presentId: string | null,
  input: GoInput | NumberedEntry,
): PlanEntry | null {
  const { entries } = plan;
  if ('number' in input) {
    const numbered = entries.filter(isShown)[input.number - 1];
    if (!numbered) {
      throw new LecternError('invalid_fields', 'The plan has no entry with this number.', {
        errors: [{ parameter: 'n', message: 'is not the number of an entry' }],
      });
    }
    return numbered;
  }
  const { entry_id, by } = input;
  if (entry_id !== undefined) {
    const index = entries.findIndex(({ id }) => id === entry_id);
    if (index < 0) {
      throw new LecternError('invalid_fields', 'The plan has no such entry.', {
        errors: [{ pointer: '/entry_id', message: 'is not an entry of the plan' }],
      });
    }
    return entries.slice(index).find(isShown) ?? null;
  }
  const position = findPlanPosition(plan, presentId);
  const steps = by!;
  if (steps > 0) {
    const from = position ? position.index + (position.entry ? 1 : 0) : 0;
    const ahead = entries.slice(from).filter(isShown);
    return ahead[Math.min(steps, ahead.length) - 1] ?? null;
  }
  const behind = entries.slice(0, position?.index ?? 0).filter(isShown);
  return behind[Math.max(0, behind.length + steps)] ?? null;
}

/** Returns the number of an entry, from 1, without headings. */
export const numberOf = ({ entries }: PlanRecord, index: number): number =>
  entries.slice(0, index + 1).filter(isShown).length;

const isShown = ({ kind }: PlanEntry): boolean => kind !== 'heading';
