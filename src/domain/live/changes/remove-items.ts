import type { Span } from '../../../contract/schemas/live.ts';
import type { LiveRecord, LiveState, QueueItem } from '../../../storage/storage.ts';
import { itemsInSpan } from '../state/items-in-span.ts';
import { findLineIndex, queueLines } from '../state/pages.ts';
import { READER_SHOWING, type Transition } from './transitions.ts';

/**
 * Removes an item, its line or its run, and shows the rest. Removing all items hides the display. The item must exist.
 * The focus stays on the rest of its line, else moves to the next remaining line, else to the previous one. [DELETE
 * item], [D50], [D51]
 */
export function removeItems(state: LiveState, itemId: string, span: Span = 'item'): Transition {
  const { items, record } = state;
  const removed = itemsInSpan(items, itemId, span);
  const change: Partial<LiveRecord> = { ...READER_SHOWING, ...(removed.length === items.length && { showing: false }) };
  const queue = [{ type: 'remove' as const, items: removed }];
  const { focusItemId } = record;
  const ids = new Set(removed.map(({ id }) => id));
  if (focusItemId === null || !ids.has(focusItemId)) return { record: change, queue };
  const lines = queueLines(items);
  const line = findLineIndex(items, focusItemId);
  const findRemaining = (index: number): QueueItem | undefined =>
    lines[index]!.translations.flat().find(({ id }) => !ids.has(id));
  const own = findRemaining(line);
  if (own) return { record: { ...change, focusItemId: own.id }, queue };
  const indexes = [...lines.keys()];
  const successors = [...indexes.slice(line + 1), ...indexes.slice(0, line).reverse()];
  const successor = successors.find((index) => findRemaining(index));
  return { record: change, queue, focusOn: successor === undefined ? null : findRemaining(successor)!.id };
}
