import type { PlanEntry } from '../../contract/schemas/plans.ts';
import type { PlanRecord } from '../../storage/storage.ts';

/** The position of a Live in its plan. */
export interface PlanPosition {
  /** Null if the entry was removed; the position is then before the entry at the index. */
  readonly entry: PlanEntry | null;
  /** The zero-based index. */
  readonly index: number;
}

/**
 * Returns the position of the entry shown last. Returns null if none was shown, or if it was removed so long ago that
 * its position is no longer stored. [D65]
 */
export function findPlanPosition({ entries, removed }: PlanRecord, entryId: string | null): PlanPosition | null {
  if (entryId === null) return null;
  const index = entries.findIndex(({ id }) => id === entryId);
  if (index >= 0) return { entry: entries[index]!, index };
  const removedEntry = removed.find(({ id }) => id === entryId);
  return removedEntry ? { entry: null, index: entries.findIndex(({ id }) => id === removedEntry.after) + 1 } : null;
}
