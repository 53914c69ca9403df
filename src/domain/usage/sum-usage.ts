import type { UsageCount, UsedThing } from '../../storage/storage.ts';

/** How often a song or edition was shown in a period, in all and by Live. */
export interface UsageSum extends UsedThing {
  readonly count: number;
  readonly byLive: ReadonlyMap<string, number>;
}

/** Adds up the days of a report. What was shown most comes first, with the latest of its titles. */
export function sumUsage(rows: readonly UsageCount[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const { day: _, liveId, count, ...thing } of rows) {
    const known = sums.get(thing.key);
    const byLive = new Map(known?.byLive).set(liveId, (known?.byLive.get(liveId) ?? 0) + count);
    sums.set(thing.key, { ...thing, count: (known?.count ?? 0) + count, byLive });
  }
  return [...sums.values()].sort((one, other) => other.count - one.count || one.title.localeCompare(other.title));
}
