import { LecternError } from '../../contract/lectern-error.ts';
import { lineIdOf } from '../../contract/paging/lines.ts';
import type { LiveState, QueueItem, QueueItems, QueueMutation } from '../../storage/storage.ts';
import type { BookEdge, Direction, NewLine } from './adjacent-lines.ts';
import { queueLines } from './pages.ts';
import { applyQueueChange } from './queue-changes.ts';

/** How many times the room between two ranks is larger than the steps in which new ones are put there. */
const RANK_ROOM = 1_024;

type UnrankedItem = Omit<QueueItem, 'rank'>;

/** The queue with the lines, and the index of each of them there. */
interface Inserted {
  readonly queue: readonly QueueMutation[];
  readonly items: QueueItems;
  readonly indexes: readonly number[];
}

/** New items, and the index of the queued item that they stand before. */
interface Insertion {
  readonly index: number;
  readonly items: readonly UnrankedItem[];
}

/**
 * Puts lines right after or before a line, and joins them to its run. Throws `queue_full`. [D56]
 *
 * A push queues all verses of its first translation, then all of the next, and the order of lines is that of their first items. So each new
 * item stands beside the item of its own translation: "A16 A17 B16 B17" becomes "A16 A17 A18 B16 B17 B18", as if 16–18 had been pushed at
 * once. The items of the first translation decide the order of lines: they stand right beside the first item of the line, so that no
 * other line begins in between, and those of the other translations never stand before them.
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
  const first = placeOfFirst(queued, edge, direction);
  const insertions = edge.translations.map((translation, at) => ({
    index: at === 0 ? first : Math.max(first, placeOf(queued, edge, translation, direction)),
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

/** Where new items of the first translation stand: before the first item of the line, or behind those that follow it directly. */
function placeOfFirst(queued: readonly QueueItem[], { line }: BookEdge, direction: Direction): number {
  const [first] = line.translations[0]!;
  let index = queued.indexOf(first!);
  if (direction < 0) return index;
  const follows = (item: QueueItem | undefined): boolean =>
    item !== undefined && item.translation === first!.translation && lineIdOf(item) === line.id;
  while (follows(queued[index])) index++;
  return index;
}

/** Where those of another translation stand: beside its items of the line, else of the run. */
function placeOf(queued: readonly QueueItem[], { line }: BookEdge, translation: string, direction: Direction): number {
  const isOfLine = (item: QueueItem) => item.translation === translation && lineIdOf(item) === line.id;
  const isOfRun = (item: QueueItem) => item.translation === translation && (item.run ?? item.id) === line.run;
  const test = queued.some(isOfLine) ? isOfLine : isOfRun;
  return direction > 0 ? queued.findLastIndex(test) + 1 : Math.max(0, queued.findIndex(test));
}

/** Ranks between those that are there; where numbers leave no room any more, all items get new ones. */
export function toRanked(
  queued: readonly QueueItem[],
  insertions: readonly Insertion[],
  direction: Direction,
): QueueMutation[] {
  const ranked = insertions
    .filter(({ items }) => items.length > 0)
    .map((insertion) => ({ ...insertion, ranks: ranksAt(queued, insertion, direction) }));
  // Two that stand at one place share its room.
  const places = new Set(ranked.map(({ index }) => index));
  if (places.size === ranked.length && ranked.every(({ ranks }) => ranks !== null)) {
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

/** Null where there is no room. */
function ranksAt(
  queued: readonly QueueItem[],
  { index, items }: Insertion,
  direction: Direction,
): readonly number[] | null {
  const [before, after] = [queued[index - 1]?.rank, queued[index]?.rank];
  if (after === undefined) return items.map((_, at) => (before ?? -1) + 1 + at);
  if (before === undefined) return items.map((_, at) => after - items.length + at);
  // Close to the line, so that many can be put beside it one after another.
  const step = (after - before) / (items.length + RANK_ROOM);
  const ranks = items.map((_, at) => (direction > 0 ? before + step * (at + 1) : after - step * (items.length - at)));
  const all = [before, ...ranks, after];
  return all.every((rank, at) => at === 0 || rank > all[at - 1]!) ? ranks : null;
}
