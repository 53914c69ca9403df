import { USAGE_MIN_SECONDS, USAGE_PAUSE_MINUTES, USAGE_STAYS_MAX } from '../../../contract/limits.ts';
import type { UsageStay } from '../../../storage/storage.ts';
import { dayOf } from '../../clock.ts';

const MIN_MS = USAGE_MIN_SECONDS * 1000;
const PAUSE_MS = USAGE_PAUSE_MINUTES * 60_000;
const DAY_MS = 86_400_000;

/** Keys of what is on air before and after a change. */
export interface UsageChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Returns the stays after a change, and the showings that are counted with it: those that have stood on air for 10
 * seconds of a UTC day in all. A showing is counted once, on the first such day, however long it lasts. After some
 * minutes off air, or when it comes back on another day, the same thing begins another showing.
 *
 * The stored times decide, so whichever process writes the change counts, and only if its write is committed. [D77]
 */
export function countUsage(
  known: readonly UsageStay[],
  { before, after }: UsageChange,
  now: number,
): { stays: readonly UsageStay[]; counted: { key: string; day: string }[] } {
  const counted: { key: string; day: string }[] = [];
  const stays = known
    // A node of an earlier version may have shown something else since.
    .filter(({ key, since }) => since === null || before.includes(key))
    .map((stay) => {
      const settled = settle(stay, now);
      if (settled.counted !== stay.counted) counted.push({ key: stay.key, day: settled.counted! });
      return settled.since === null || after.includes(stay.key) ? settled : end(settled, now);
    })
    .filter((stay) => canContinue(stay, now));
  for (const key of after) {
    const index = stays.findIndex((stay) => stay.key === key);
    if (index < 0) stays.push({ key, since: now, ms: 0, until: 0, counted: null });
    else if (stays[index]!.since === null) stays.push({ ...stays.splice(index, 1)[0]!, since: now });
  }
  return { stays: stays.slice(-USAGE_STAYS_MAX), counted };
}

/** Counts a stay as soon as it has lasted long enough on one day. */
function settle(stay: UsageStay, now: number): UsageStay {
  const { since, ms, counted } = stay;
  if (since === null || counted !== null) return stay;
  const midnight = (Math.floor(since / DAY_MS) + 1) * DAY_MS;
  if (ms + Math.min(midnight, now) - since >= MIN_MS) return { ...stay, counted: dayOf(since) };
  if (now < midnight) return stay;
  const next = { ...stay, since: midnight, ms: 0 };
  return now - midnight >= MIN_MS ? { ...next, counted: dayOf(midnight) } : next;
}

const end = ({ key, since, ms, counted }: UsageStay, now: number): UsageStay => ({
  key,
  since: null,
  ms: ms + Math.max(0, now - since!),
  until: now,
  counted,
});

/** Returns false if a later stay is another showing. */
const canContinue = ({ since, until, counted }: UsageStay, now: number): boolean =>
  since !== null || (counted === null ? dayOf(until) === dayOf(now) : counted === dayOf(now) && now - until < PAUSE_MS);
