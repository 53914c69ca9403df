import DataLoader from 'dataloader';
import { LecternError } from '../../../contract/lectern-error.ts';
import type { LiveCommit } from '../../storage.ts';
import { runAtTickEnd } from '../../tick-queue.ts';

/** Maximum number of changes per transaction. More would save little, and delay the first for the last. */
const GROUP_MAX = 64;

/**
 * Commits changes of different Lives in one transaction. Returns for each whether its sequence was the expected one;
 * the other changes have no effect. If another transaction has locked a Live, the group does not wait for it: the
 * result is then a function that commits that change alone once the Live is free. Throws, with no change, if one of the
 * changes cannot be applied.
 */
export type CommitGroup = (changes: readonly LiveCommit[]) => Promise<readonly (boolean | DeferredCommit)[]>;
type DeferredCommit = () => Promise<boolean>;

type Outcome = 'committed' | 'stale';

/**
 * Groups commits: changes that arrive in the same tick of the event loop, or while a group is being committed, share a
 * transaction and its disk sync. Each change succeeds or fails on its own, and resolves when it is durable.
 */
export function groupCommits(commit: CommitGroup): (change: LiveCommit) => Promise<Outcome> {
  const waiting: (() => void)[] = [];
  let busy = false;
  const startNext = () => {
    if (busy) return;
    const dispatch = waiting.shift();
    if (!dispatch) return;
    busy = true;
    dispatch();
  };
  const commitAll = async (changes: readonly LiveCommit[]) => {
    try {
      const outcomes: Outcomes = new Map();
      for (const group of byLive(changes)) await commitGroup(commit, group, outcomes);
      return changes.map((change) => outcomes.get(change)!);
    } finally {
      busy = false;
      startNext();
    }
  };
  const loader = new DataLoader<LiveCommit, boolean | DeferredCommit>(commitAll, {
    cache: false,
    maxBatchSize: GROUP_MAX,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch);
      runAtTickEnd(startNext);
    },
  });
  return async (change) => {
    const done = await loader.load(change);
    // Runs outside the group, so that the next group does not wait for it.
    return (typeof done === 'function' ? await done() : done) ? 'committed' : 'stale';
  };
}

type Outcomes = Map<LiveCommit, boolean | DeferredCommit | Error>;

async function commitGroup(commit: CommitGroup, group: readonly LiveCommit[], outcomes: Outcomes): Promise<void> {
  try {
    const done = await commit(group);
    group.forEach((change, index) => {
      outcomes.set(change, done[index]!);
    });
  } catch (error) {
    const outage = error instanceof LecternError && error.code === 'unavailable';
    if (group.length === 1 || outage) for (const change of group) outcomes.set(change, error as Error);
    // A change that cannot be applied does not fail the others.
    else for (const change of group) await commitGroup(commit, [change], outcomes);
  }
}

/** Splits changes into groups that contain each Live at most once, in order. */
function byLive(changes: readonly LiveCommit[]): LiveCommit[][] {
  const groups: LiveCommit[][] = [];
  const counts = new Map<string, number>();
  for (const change of changes) {
    const count = counts.get(change.next.id) ?? 0;
    counts.set(change.next.id, count + 1);
    if (groups[count]) groups[count].push(change);
    else groups[count] = [change];
  }
  return groups;
}
