import { combineVerses } from '../../../contract/paging/line-passages.ts';
import type { ItemKey, LiveState, QueueItem, QueueItems, UndoableChange } from '../../../storage/storage.ts';
import type { Transition } from './transitions.ts';

const PASSAGES_MAX = 4;

/**
 * Describes the verses that a write added, removed or showed, such as "John 3:16–18; Romans 8:28", or else what became
 * of the playback: its new status, or `hidden` or `shown`. Returns null for other writes.
 */
export function describeChange(before: LiveState, { record, queue, retraces }: Transition): string | null {
  const changed = findChangedItems(before.items, queue);
  if (changed.length > 0) return formatItems(changed);
  const shown = queue.length === 0 && record.focusItemId;
  if (shown) return formatItems(findItems(before.items, [{ id: shown }]));
  if (queue.length > 0 || retraces) return null;
  const { status = before.record.status, paused = before.record.paused } = record;
  if (status !== before.record.status) return status;
  return paused === before.record.paused ? null : paused ? 'hidden' : 'shown';
}

/** Returns whether a write puts verses that it adds, or another page or slide, on air. */
export function putsOnAir(before: LiveState, { record, queue }: Transition): boolean {
  if (!(record.showing ?? before.record.showing)) return false;
  if (queue.length === 0) return Boolean(record.focusItemId || record.slide);
  return queue.some((change) => change.type === 'insert' && change.items.some(({ id }) => id === record.focusItemId));
}

/** Returns the verses that a change of the queue added, else those that it removed; null if it did neither. [D55] */
export function toChangedVerses(before: QueueItems, queue: Transition['queue']): UndoableChange['verses'] {
  const cleared = queue.some(({ type }) => type === 'clear') ? before.slice() : [];
  const [first, ...others] = [findChangedItems(before, queue), cleared].find(({ length }) => length > 0) ?? [];
  if (!first) return null;
  const items = [first, ...others].filter(({ translation }) => translation === first.translation);
  return { revisionId: first.revisionId, passages: combineVerses(items).slice(0, PASSAGES_MAX) };
}

function findChangedItems(before: QueueItems, queue: Transition['queue']): readonly QueueItem[] {
  const inserted = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  if (inserted.length > 0) return inserted;
  const removed = queue.flatMap((change) => (change.type === 'remove' ? change.items : []));
  return removed.length > 0 ? findItems(before, removed) : [];
}

function findItems(items: QueueItems, keys: readonly Pick<ItemKey, 'id'>[]): QueueItem[] {
  const ids = new Set(keys.map(({ id }) => id));
  const found: QueueItem[] = [];
  for (const item of items) if (ids.has(item.id)) found.push(item);
  return found;
}

/** Formats items as passages. Only the items of the first translation are counted. */
function formatItems(items: readonly QueueItem[]): string | null {
  const passages: { first: QueueItem; last: QueueItem }[] = [];
  for (const item of items.filter(({ translation }) => translation === items[0]?.translation)) {
    const passage = passages.at(-1);
    if (passage && follows(passage.last, item)) passage.last = item;
    else passages.push({ first: item, last: item });
  }
  if (passages.length === 0) return null;
  const words = passages.slice(0, PASSAGES_MAX).map(({ first, last }) => {
    const start = `${first.book} ${first.chapter}:${first.verse}`;
    return first === last ? start : `${start}–${last.verse}`;
  });
  return [...words, ...(passages.length > PASSAGES_MAX ? ['…'] : [])].join('; ');
}

const follows = (last: QueueItem, next: QueueItem): boolean =>
  next.bookId === last.bookId && next.chapter === last.chapter && next.verse === last.verse + 1;
