import type { Span } from '../../contract/schemas/live.ts';
import type { LiveRecord, LiveState, QueueItem } from '../../storage/storage.ts';
import { itemsInSpan } from './items-in-span.ts';
import { findLineIndex, queueLines } from './pages.ts';
import { READER_SHOWING, type Transition } from './transitions.ts';

/**
 * [DELETE item], [D50], [D51]: an item, its line or its run. The rest is shown; removing all clears the display. The item must exist. What
 * is left of the line with the focus keeps it; else the next line that is left has it, else the last one before.
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
  const left = (index: number): QueueItem | undefined =>
    lines[index]!.translations.flat().find(({ id }) => !ids.has(id));
  const own = left(line);
  if (own) return { record: { ...change, focusItemId: own.id }, queue };
  const places = [...lines.keys()];
  const heirs = [...places.slice(line + 1), ...places.slice(0, line).reverse()];
  const heir = heirs.find((index) => left(index));
  return { record: change, queue, focusOn: heir === undefined ? null : left(heir)!.id };
}
