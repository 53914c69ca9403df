import type { QueueItem, QueueItems, QueueMutation } from '../../../storage/storage.ts';
import { AppendOnlyList } from './append-only-list.ts';

const byRank = (one: QueueItem, other: QueueItem): number =>
  one.rank - other.rank || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Applies one change to a queue. Items are identified by their ids. */
export function applyQueueChange(items: QueueItems, change: QueueMutation): QueueItems {
  switch (change.type) {
    case 'insert': {
      const last = items.at(-1);
      const between = last && change.items.some(({ rank }) => rank <= last.rank);
      return between ? [...items, ...change.items].sort(byRank) : AppendOnlyList.append(items, change.items);
    }
    case 'clear':
      return [];
    case 'remove': {
      const removed = new Set(change.items.map(({ id }) => id));
      return items.filter(({ id }) => !removed.has(id));
    }
    case 'rank': {
      const ranks = new Map(change.items.map(({ item, rank }) => [item.id, rank]));
      return items.map((item) => (ranks.has(item.id) ? { ...item, rank: ranks.get(item.id)! } : item)).sort(byRank);
    }
  }
}

/** Returns the changes that turn one queue of a Live into a later one. */
export function diffQueue(before: QueueItems, after: QueueItems): QueueMutation[] {
  const later = new Map(after.map((item) => [item.id, item]));
  const earlier = new Map(before.map((item) => [item.id, item]));
  const removed = before.filter(({ id }) => !later.has(id));
  const added = after.filter(({ id }) => !earlier.has(id));
  const moved = before.filter((item) => (later.get(item.id)?.rank ?? item.rank) !== item.rank);
  const changes: QueueMutation[] = [];
  if (removed.length > 0) {
    changes.push(removed.length === before.length ? { type: 'clear' } : { type: 'remove', items: removed });
  }
  if (moved.length > 0) {
    changes.push({ type: 'rank', items: moved.map((item) => ({ item, rank: later.get(item.id)!.rank })) });
  }
  if (added.length > 0) changes.push({ type: 'insert', items: added });
  return changes;
}

/** Returns the changes that undo `changes`, which were applied to `before`. */
export function invertQueueChanges(before: QueueItems, changes: readonly QueueMutation[]): QueueMutation[] {
  let items = before;
  const inverted = changes.map((change, index) => {
    // The result of the last change is not needed.
    if (index > 0) items = applyQueueChange(items, changes[index - 1]!);
    return invert(items, change);
  });
  return inverted.reverse();
}

function invert(before: QueueItems, change: QueueMutation): QueueMutation {
  switch (change.type) {
    case 'insert':
      return { type: 'remove', items: change.items.map(({ id, rank }) => ({ id, rank })) };
    case 'clear':
      return { type: 'insert', items: before.slice() };
    case 'remove': {
      const removed = new Set(change.items.map(({ id }) => id));
      return { type: 'insert', items: before.filter(({ id }) => removed.has(id)) };
    }
    case 'rank':
      return {
        type: 'rank',
        items: change.items.map(({ item: { id, rank: earlier }, rank }) => ({ item: { id, rank }, rank: earlier })),
      };
  }
}
