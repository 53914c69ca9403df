import { LecternError } from '../../../contract/lectern-error.ts';
import type { Span } from '../../../contract/schemas/live.ts';
import type { LiveState, QueueItem } from '../../../storage/storage.ts';
import { itemsInSpan } from '../state/items-in-span.ts';
import { READER_SHOWING, type Transition } from './transitions.ts';

/**
 * Moves an item, its line or its run to another position. `position` counts the items that stay; the moved items
 * precede the one at that position and keep their order. Returns null if the order stays the same. Throws
 * `invalid_fields`. [PATCH item], [D50]
 */
export function moveItems(
  { items }: LiveState,
  itemId: string,
  position: number,
  span: Span = 'item',
): Transition | null {
  const moved = itemsInSpan(items, itemId, span);
  const last = items.length - moved.length;
  if (position > last) {
    const stay = moved.length === 1 ? '' : `, of which ${moved.length} move`;
    throw new LecternError('invalid_fields', `The queue has ${items.length} items${stay}; positions begin at 0.`, {
      errors: [{ pointer: '/position', message: `must be at most ${last}` }],
    });
  }
  const ids = new Set(moved.map(({ id }) => id));
  const others = items.filter(({ id }) => !ids.has(id));
  const order = others.toSpliced(position, 0, ...moved);
  if (order.every(({ id }, index) => items.at(index)!.id === id)) return null;
  const between = ranksBetween(others, position, moved.length);
  const ranked = between
    ? moved.map((item, index) => ({ item, rank: between[index]! }))
    : order.map((item, rank) => ({ item, rank }));
  return { record: { ...READER_SHOWING }, queue: [{ type: 'rank', items: ranked }], touched: [...ids] };
}

/**
 * Returns `count` ranks between the neighbors of a position, or null if the gap is too small and all items need new
 * ranks.
 */
function ranksBetween(others: readonly QueueItem[], position: number, count: number): number[] | null {
  const before = others[position - 1]?.rank ?? others[0]!.rank - count - 1;
  const after = others[position]?.rank ?? before + count + 1;
  const ranks = Array.from({ length: count }, (_, index) => before + ((after - before) * (index + 1)) / (count + 1));
  const all = [before, ...ranks, after];
  return all.every((rank, index) => index === 0 || rank > all[index - 1]!) ? ranks : null;
}
