import type { QueueChange, ViewerChange, ViewerItem, ViewerState } from '../../src/contract/viewer.ts';

/**
 * The state after a change; null when the change does not fit this state and the viewer must resynchronize. Items that
 * the change leaves alone stay the same objects, so what draws them need not draw again.
 */
export function applyChange(state: ViewerState, change: ViewerChange): ViewerState | null {
  if (change.from !== state.version) return null;
  let items = state.items;
  for (const step of change.queue) {
    const next = applyQueueChange(items, step);
    if (!next) return null;
    items = next;
  }
  if (change.focus !== null && change.focus !== state.focus && !items.some((item) => item.id === change.focus)) {
    return null;
  }
  return {
    version: change.version,
    type: change.type,
    showing: change.showing,
    focus: change.focus,
    settings: change.settings ?? state.settings,
    editions: editionsAfter(state.editions, change, items),
    items,
  };
}

/** What came is added; where items went, an edition that none is left of goes too, as a whole state would have it. */
function editionsAfter(known: ViewerState['editions'], change: ViewerChange, items: readonly ViewerItem[]) {
  const editions = change.editions ? { ...known, ...change.editions } : known;
  if (!change.queue.some(({ op }) => op === 'remove' || op === 'clear')) return editions;
  const used = new Set(items.map((item) => item.edition));
  return Object.fromEntries(Object.entries(editions).filter(([key]) => used.has(key)));
}

/**
 * A whole state that arrived while another one is shown (a reconnection, mostly): equal parts keep their identity, so
 * that a state equal in content changes nothing a person could see.
 */
export function adoptState(shown: ViewerState | null, incoming: ViewerState): ViewerState {
  if (!shown) return incoming;
  const known = new Map(shown.items.map((item) => [item.id, item]));
  const items = incoming.items.map((item) => {
    const old = known.get(item.id);
    return old && sameJson(old, item) ? old : item;
  });
  const sameItems = items.length === shown.items.length && items.every((item, index) => item === shown.items[index]);
  return {
    ...incoming,
    settings: sameJson(shown.settings, incoming.settings) ? shown.settings : incoming.settings,
    editions: sameJson(shown.editions, incoming.editions) ? shown.editions : incoming.editions,
    items: sameItems ? shown.items : items,
  };
}

function applyQueueChange(items: ViewerItem[], change: QueueChange): ViewerItem[] | null {
  switch (change.op) {
    case 'clear':
      return [];
    case 'append': {
      const next = items.concat(change.items);
      return new Set(next.map((item) => item.id)).size === next.length ? next : null;
    }
    case 'remove': {
      const removed = new Set(change.ids);
      const next = items.filter((item) => !removed.has(item.id));
      return items.length - next.length === removed.size ? next : null;
    }
    case 'order':
      return reorder(items, change.from, change.ids);
  }
}

function reorder(items: ViewerItem[], from: number, ids: string[]): ViewerItem[] | null {
  const section = items.slice(from, from + ids.length);
  const byId = new Map(section.map((item) => [item.id, item]));
  if (section.length !== ids.length) return null;
  const next = items.slice();
  for (const [offset, id] of ids.entries()) {
    const item = byId.get(id);
    // Deleting what was placed makes a repeated id fail just like an unknown one.
    if (!item || !byId.delete(id)) return null;
    next[from + offset] = item;
  }
  return next;
}

/** Both sides come from one serializer, so equal content has equal key order. */
function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
