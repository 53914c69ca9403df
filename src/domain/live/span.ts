import type { Span } from '../../contract/schemas/live.ts';
import type { QueueItem, QueueItems } from '../../storage/storage.ts';
import { lineOf, linesOf } from './pages.ts';

/** The items that one of them stands for, in the order of the queue: itself, its line, or its run. The item must exist. [D50] */
export function itemsOf(items: QueueItems, itemId: string, span: Span): QueueItem[] {
  if (span === 'item') return items.filter(({ id }) => id === itemId);
  const lines = linesOf(items);
  const line = lines[lineOf(items, itemId)]!;
  const meant = span === 'line' ? [line] : lines.filter(({ run }) => run === line.run);
  const ids = new Set(meant.flatMap(({ translations }) => translations.flat()).map(({ id }) => id));
  return items.filter(({ id }) => ids.has(id));
}
