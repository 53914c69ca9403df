import type { LiveState, QueueItem, QueueItems, Remembered } from '../../../storage/storage.ts';
import { findLineIndex, queueLines } from './pages.ts';

/** The most items that operators can keep. With more, the end of an interruption removes nothing. */
const KEPT_MAX = 200;

export const runIdOf = ({ id, run }: Pick<QueueItem, 'id' | 'run'>): string => run ?? id;

/** Returns true if the end of the interruption removes the item. [D57] */
export const isInterrupting = ({ runs, kept }: Remembered, item: Pick<QueueItem, 'id' | 'run'>): boolean =>
  runs.includes(runIdOf(item)) && !kept.includes(item.id);

/** Returns the interrupted content after a change that does not set it. */
export function rememberedAfter(
  { record: { remembered }, items: before }: LiveState,
  after: QueueItems,
  touched: readonly string[],
): Remembered | null {
  if (!remembered) return null;
  let { runs, kept } = remembered;
  if (touched.length > 0) {
    const named = new Set(touched);
    const marked = after.filter((item) => named.has(item.id) && isInterrupting(remembered, item));
    ({ runs, kept } = limitKept({ runs, kept: [...kept, ...marked.map(({ id }) => id)] }));
  }
  const { focusItemId } = remembered;
  if (focusItemId === null || after.some(({ id }) => id === focusItemId)) return { ...remembered, runs, kept };
  const remaining = new Set(after.map(({ id }) => id));
  const focus = findFocusSuccessor(before, focusItemId, ({ id }) => remaining.has(id));
  return { ...remembered, runs, kept, ...focus };
}

/** Returns `runs` and `kept` unchanged, or empties both if too many items are kept. */
export const limitKept = ({ runs, kept }: Pick<Remembered, 'runs' | 'kept'>): Pick<Remembered, 'runs' | 'kept'> =>
  kept.length > KEPT_MAX ? { runs: [], kept: [] } : { runs, kept };

/**
 * Returns the focus after an item is removed: another item of its line, else the next remaining line, else the previous
 * one.
 */
export function findFocusSuccessor(
  items: QueueItems,
  itemId: string,
  stays: (item: QueueItem) => boolean,
): Pick<Remembered, 'focusItemId'> & Partial<Pick<Remembered, 'focusLines' | 'focusPart'>> {
  const lines = queueLines(items);
  const line = findLineIndex(items, itemId);
  const findRemaining = (index: number) => lines[index]!.translations.flat().find(stays)?.id;
  const own = line < 0 ? undefined : findRemaining(line);
  if (own) return { focusItemId: own };
  const others = [...lines.keys()].slice(line + 1);
  others.push(...[...lines.keys()].slice(0, Math.max(0, line)).reverse());
  for (const index of others) {
    const id = findRemaining(index);
    if (id) return { focusItemId: id, focusLines: 1, focusPart: 0 };
  }
  return { focusItemId: null, focusLines: 1, focusPart: 0 };
}
