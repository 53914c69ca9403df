import DataLoader from 'dataloader';
import { LecternError } from '../../../contract/lectern-error.ts';
import type { LiveCommit } from '../../storage.ts';
import { runAtTickEnd } from '../../tick-queue.ts';

/** Changes of one transaction. More would not save much, and make the first wait for the last. */
const GROUP_MAX = 64;

/**
 * Makes changes of different Lives durable in one transaction, and says of each whether its sequence was the expected one;
 * the others have changed nothing. Where somebody else holds a Live, nobody waits for it: its answer is what makes that change
 * by itself, when the Live is free. Throws, with nothing changed, when one of them cannot be carried out.
 */
export type CommitGroup = (changes: readonly LiveCommit[]) => Promise<readonly (boolean | CommitLater)[]>;
type CommitLater = () => Promise<boolean>;

type Outcome = 'committed' | 'stale';

/**
 * Group commit: changes that come in the same turn of the event loop, or while a group is on its way, share a
 * transaction, and with it the wait for the disk. Each is judged by itself and answered when it is durable.
 */
export function groupCommits(commit: CommitGroup): (change: LiveCommit) => Promise<Outcome> {
  const waiting: (() => void)[] = [];
  let busy = false;
  const begin = () => {
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
      begin();
    }
  };
  const loader = new DataLoader<LiveCommit, boolean | CommitLater>(commitAll, {
    cache: false,
    maxBatchSize: GROUP_MAX,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch);
      runAtTickEnd(begin);
    },
  });
  return async (change) => {
    const done = await loader.load(change);
    // Outside the group, so that the next one does not wait for it.
    return (typeof done === 'function' ? await done() : done) ? 'committed' : 'stale';
  };
}

type Outcomes = Map<LiveCommit, boolean | CommitLater | Error>;

async function commitGroup(commit: CommitGroup, group: readonly LiveCommit[], outcomes: Outcomes): Promise<void> {
  try {
    const done = await commit(group);
    group.forEach((change, index) => {
      outcomes.set(change, done[index]!);
    });
  } catch (error) {
    const outage = error instanceof LecternError && error.code === 'unavailable';
    if (group.length === 1 || outage) for (const change of group) outcomes.set(change, error as Error);
    // One that cannot be carried out takes no other with it.
    else for (const change of group) await commitGroup(commit, [change], outcomes);
  }
}

/** Groups in which no Live comes twice, in the order of the changes. */
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
