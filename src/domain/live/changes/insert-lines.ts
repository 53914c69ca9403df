import { LecternError } from '../../../contract/lectern-error.ts';
import { lineIdOf } from '../../../contract/paging/lines.ts';
import type { LiveState, QueueItem, QueueItems, QueueMutation } from '../../../storage/storage.ts';
import type { BookEdge, Direction, NewLine } from '../state/adjacent-lines.ts';
import { queueLines } from '../state/pages.ts';
import { applyQueueChange } from '../state/queue-changes.ts';

/** The share of the gap between two ranks that stays free: new ranks use 1/1024 of it per item. */
const RANK_DIVISIONS = 1_024;

type UnrankedItem = Omit<QueueItem, 'rank'>;

/** The queue after the insertion, with the index of each inserted line. */
interface Inserted {
  readonly queue: readonly QueueMutation[];
  readonly items: QueueItems;
  readonly indexes: readonly number[];
}

/** New items and the index of the queued item that they precede. */
interface Insertion {
  readonly index: number;
  readonly items: readonly UnrankedItem[];
}

/**
 * Inserts lines directly before or after a line and adds them to its run. Throws `queue_full`. [D56]
 *
 * A push queues all verses of its first translation, then all of the next, and lines are ordered by their first items.
 * Each new item is therefore inserted next to the item of its own translation: "A16 A17 B16 B17" becomes "A16 A17 A18
 * B16 B17 B18", as if 16–18 had been pushed at once. Items of the first translation go directly next to the first item
 * of the line, so that no other line starts in between; items of the other translations never go before them.
 */
export function insertLines(
  { items }: Pick<LiveState, 'items'>,
  edge: BookEdge,
  direction: Direction,
  lines: readonly NewLine[],
  { maxItems, newId }: { maxItems: number; newId: () => string },
): Inserted {
  const fresh = lines.map((line) => toItems(line, edge.line.run, newId));
  const added = fresh.flat();
  if (items.length + added.length > maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue has ${items.length} items and can hold ${maxItems}; ${added.length} more do not fit.`,
    );
  }
  const queued = items.slice();
  const first = findFirstInsertionIndex(queued, edge, direction);
  const insertions = edge.translations.map((translation, at) => ({
    index: at === 0 ? first : Math.max(first, findInsertionIndex(queued, edge, translation, direction)),
    items: added.filter((item) => item.translation === translation),
  }));
  const queue = toRanked(queued, insertions, direction);
  const after = queue.reduce<QueueItems>(applyQueueChange, items);
  const indexes = new Map(queueLines(after).map(({ id }, index) => [id, index]));
  return { queue, items: after, indexes: fresh.map(([first]) => indexes.get(first!.id)!) };
}

function toItems({ items }: NewLine, run: string, newId: () => string): UnrankedItem[] {
  const ids = items.map(newId);
  return items.map((item, index) => ({ ...item, id: ids[index]!, line: index === 0 ? null : ids[0]!, run }));
}

/**
 * Returns the index for new items of the first translation: before the first item of the line, or after the items of
 * that translation that follow it directly.
 */
function findFirstInsertionIndex(queued: readonly QueueItem[], { line }: BookEdge, direction: Direction): number {
  const [first] = line.translations[0]!;
  let index = queued.indexOf(first!);
  if (direction < 0) return index;
  const follows = (item: QueueItem | undefined): boolean =>
    item !== undefined && item.translation === first!.translation && lineIdOf(item) === line.id;
  while (follows(queued[index])) index++;
  return index;
}

/**
 * Returns the index for new items of another translation: next to its items of the line or, if it has none, of the run.
 */
function findInsertionIndex(
  queued: readonly QueueItem[],
  { line }: BookEdge,
  translation: string,
  direction: Direction,
): number {
  const isOfLine = (item: QueueItem) => item.translation === translation && lineIdOf(item) === line.id;
  const isOfRun = (item: QueueItem) => item.translation === translation && (item.run ?? item.id) === line.run;
  const test = queued.some(isOfLine) ? isOfLine : isOfRun;
  return direction > 0 ? queued.findLastIndex(test) + 1 : Math.max(0, queued.findIndex(test));
}

/**
 * Assigns the new items ranks between their neighbors. Renumbers all items if the gap is too small for floating-point
 * numbers.
 */
export function toRanked(
  queued: readonly QueueItem[],
  insertions: readonly Insertion[],
  direction: Direction,
): QueueMutation[] {
  const ranked = insertions
    .filter(({ items }) => items.length > 0)
    .map((insertion) => ({ ...insertion, ranks: ranksAt(queued, insertion, direction) }));
  // Two insertions at one index would use the same gap.
  const indexes = new Set(ranked.map(({ index }) => index));
  if (indexes.size === ranked.length && ranked.every(({ ranks }) => ranks !== null)) {
    return [
      {
        type: 'insert',
        items: ranked.flatMap(({ items, ranks }) => items.map((item, at) => ({ ...item, rank: ranks![at]! }))),
      },
    ];
  }
  const order: (QueueItem | UnrankedItem)[] = [];
  for (let index = 0; index <= queued.length; index++) {
    for (const insertion of ranked) if (insertion.index === index) order.push(...insertion.items);
    if (index < queued.length) order.push(queued[index]!);
  }
  const inserted: QueueItem[] = [];
  const moved: { item: QueueItem; rank: number }[] = [];
  order.forEach((item, rank) => {
    if (!('rank' in item)) inserted.push({ ...item, rank });
    else if (item.rank !== rank) moved.push({ item, rank });
  });
  return [
    { type: 'rank', items: moved },
    { type: 'insert', items: inserted },
  ];
}

/** Returns the ranks of an insertion, or null if the gap is too small. */
function ranksAt(
  queued: readonly QueueItem[],
  { index, items }: Insertion,
  direction: Direction,
): readonly number[] | null {
  const [before, after] = [queued[index - 1]?.rank, queued[index]?.rank];
  if (after === undefined) return items.map((_, at) => (before ?? -1) + 1 + at);
  if (before === undefined) return items.map((_, at) => after - items.length + at);
  // Ranks stay close to the line, so that many insertions fit one after another.
  const step = (after - before) / (items.length + RANK_DIVISIONS);
  const ranks = items.map((_, at) => (direction > 0 ? before + step * (at + 1) : after - step * (items.length - at)));
  const all = [before, ...ranks, after];
  return all.every((rank, at) => at === 0 || rank > all[at - 1]!) ? ranks : null;
}
