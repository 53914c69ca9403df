import type { LiveState, QueueItem, QueueItems, Remembered } from '../../storage/storage.ts';
import { findLineIndex, queueLines } from './pages.ts';

/** With more items that are kept by hand, an interruption ends without removing any. */
const KEPT_MAX = 200;

export const runIdOf = ({ id, run }: Pick<QueueItem, 'id' | 'run'>): string => run ?? id;

/** Whether an item goes when the interruption ends. [D57] */
export const isInterrupting = ({ runs, kept }: Remembered, item: Pick<QueueItem, 'id' | 'run'>): boolean =>
  runs.includes(runIdOf(item)) && !kept.includes(item.id);

/** What is remembered after a change that does not say so itself. */
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
  const there = new Set(after.map(({ id }) => id));
  const focus = findFocusSuccessor(before, focusItemId, ({ id }) => there.has(id));
  return { ...remembered, runs, kept, ...focus };
}

/** With too many that are kept, none is marked any more. */
export const limitKept = ({ runs, kept }: Pick<Remembered, 'runs' | 'kept'>): Pick<Remembered, 'runs' | 'kept'> =>
  kept.length > KEPT_MAX ? { runs: [], kept: [] } : { runs, kept };

/** Where the focus goes when an item goes: to its own line, else to the next one that stays, else to the one before. */
export function findFocusSuccessor(
  items: QueueItems,
  itemId: string,
  stays: (item: QueueItem) => boolean,
): Pick<Remembered, 'focusItemId'> & Partial<Pick<Remembered, 'focusLines' | 'focusPart'>> {
  const lines = queueLines(items);
  const line = findLineIndex(items, itemId);
  const firstThatStays = (index: number) => lines[index]!.translations.flat().find(stays)?.id;
  const own = line < 0 ? undefined : firstThatStays(line);
  if (own) return { focusItemId: own };
  const others = [...lines.keys()].slice(line + 1);
  others.push(...[...lines.keys()].slice(0, Math.max(0, line)).reverse());
  for (const index of others) {
    const id = firstThatStays(index);
    if (id) return { focusItemId: id, focusLines: 1, focusPart: 0 };
  }
  return { focusItemId: null, focusLines: 1, focusPart: 0 };
}
