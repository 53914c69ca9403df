import type { Span } from '../../../contract/schemas/live.ts';
import type { QueueItem, QueueItems } from '../../../storage/storage.ts';
import { findLineIndex, queueLines } from './pages.ts';

/** Returns an item, the items of its line, or those of its run, in queue order. The item must exist. [D50] */
export function itemsInSpan(items: QueueItems, itemId: string, span: Span): QueueItem[] {
  if (span === 'item') return items.filter(({ id }) => id === itemId);
  const lines = queueLines(items);
  const line = lines[findLineIndex(items, itemId)]!;
  const selectedLines = span === 'line' ? [line] : lines.filter(({ run }) => run === line.run);
  const ids = new Set(selectedLines.flatMap(({ translations }) => translations.flat()).map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}
