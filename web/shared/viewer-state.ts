import type { ViewerChange, ViewerItem, ViewerQueueChange, ViewerState } from '../../src/contract/viewer.ts';

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
  const { focus = state.focus } = change;
  if (focus !== null && focus !== state.focus && !items.some((item) => item.id === focus)) return null;
  return {
    version: change.version,
    type: change.type,
    showing: change.showing,
    focus,
    ...pageAfter(state, change),
    paging: change.paging ?? state.paging,
    settings: change.settings ?? state.settings,
    house: change.house ?? state.house,
    slide: change.slide === undefined ? state.slide : change.slide,
    editions: editionsAfter(state.editions, change, items),
    items,
    ...(change.idle !== undefined && { idle: change.idle }),
    ...stageAfter(state, change),
  };
}

/** Without a focus the page is what it was. */
const pageAfter = (
  known: ViewerState,
  { focus, lines = 1, part = 0 }: ViewerChange,
): Pick<ViewerState, 'lines' | 'part'> =>
  focus === undefined ? { lines: known.lines, part: known.part } : { lines, part };

function stageAfter({ stage: known }: ViewerState, { stage = known }: ViewerChange): Pick<ViewerState, 'stage'> {
  return stage ? { stage } : {};
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
    return old ? kept(old, item) : item;
  });
  const sameItems = items.length === shown.items.length && items.every((item, index) => item === shown.items[index]);
  return {
    ...incoming,
    paging: kept(shown.paging, incoming.paging),
    settings: kept(shown.settings, incoming.settings),
    house: kept(shown.house, incoming.house),
    slide: kept(shown.slide, incoming.slide),
    editions: kept(shown.editions, incoming.editions),
    items: sameItems ? shown.items : items,
  };
}

function applyQueueChange(items: ViewerItem[], change: ViewerQueueChange): ViewerItem[] | null {
  switch (change.op) {
    case 'clear':
      return [];
    case 'insert': {
      if (change.at < 0 || change.at > items.length) return null;
      const next = items.toSpliced(change.at, 0, ...change.items);
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

/** What was there where what comes says the same. Both come from one serializer, so equal content has equal key order. */
function kept<T>(old: T, incoming: T): T {
  return JSON.stringify(old) === JSON.stringify(incoming) ? old : incoming;
}
