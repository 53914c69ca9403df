import type { PlanEntry } from '../../contract/schemas/plans.ts';
import type { PlanRecord } from '../../storage/storage.ts';

/** Where a Live is in its plan. */
export interface PlanPosition {
  /** Null where the plan has the entry no longer: then the place is before the entry with the index. */
  readonly entry: PlanEntry | null;
  /** Zero-based. */
  readonly index: number;
}

/** The place of the entry that was shown last; null where none was, and where it was removed so long ago that it is forgotten. [D65] */
export function findPlanPosition({ entries, removed }: PlanRecord, entryId: string | null): PlanPosition | null {
  if (entryId === null) return null;
  const index = entries.findIndex(({ id }) => id === entryId);
  if (index >= 0) return { entry: entries[index]!, index };
  const gone = removed.find(({ id }) => id === entryId);
  return gone ? { entry: null, index: entries.findIndex(({ id }) => id === gone.after) + 1 } : null;
}
