import type { ItemKey, LiveState, QueueItem } from '../../storage/storage.ts';
import type { Transition } from './transitions.ts';

const PASSAGES_MAX = 4;

/**
 * Describes the verses that a write added, removed or showed, such as "John 3:16–18; Romans 8:28". Returns null if the
 * write concerns no verses.
 */
export function describeChange(before: LiveState, { record, queue }: Transition): string | null {
  const inserted = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  if (inserted.length > 0) return toPassages(inserted);
  const removed = queue.flatMap((change) => (change.type === 'remove' ? change.items : []));
  if (removed.length > 0) return toPassages(findItems(before, removed));
  const shown = queue.length === 0 && record.focusItemId;
  return shown ? toPassages(findItems(before, [{ id: shown }])) : null;
}

function findItems({ items }: LiveState, keys: readonly Pick<ItemKey, 'id'>[]): QueueItem[] {
  const ids = new Set(keys.map(({ id }) => id));
  const found: QueueItem[] = [];
  for (const item of items) if (ids.has(item.id)) found.push(item);
  return found;
}

/** Formats items as passages. Only the items of the first translation are counted. */
function toPassages(items: readonly QueueItem[]): string | null {
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
