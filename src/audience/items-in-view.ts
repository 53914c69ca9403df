import { PAGE_MAX_LINES } from '../contract/limits.ts';
import { lineIdOf } from '../contract/paging/lines.ts';
import { findLineIndex, queueLines } from '../domain/live/state/pages.ts';
import type { LiveState, QueueItem } from '../storage/storage.ts';

/**
 * Returns the items of the focused page and the next one. A queue of these items alone yields the same two pages. [D54]
 */
export function itemsInView({ record, items }: LiveState): QueueItem[] {
  const { focusItemId, focusLines } = record;
  const line = focusItemId === null ? 0 : Math.max(0, findLineIndex(items, focusItemId));
  const lines = queueLines(items).slice(line, line + focusLines + PAGE_MAX_LINES);
  const ids = new Set(lines.map(({ id }) => id));
  return items.filter((item) => ids.has(lineIdOf(item)));
}
