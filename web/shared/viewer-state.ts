import type { ViewerChange, ViewerItem, ViewerQueueChange, ViewerState } from '../../src/contract/viewer.ts';

/**
 * Returns the state after a change, or null if the change does not fit the state and the viewer must resynchronize.
 * Unchanged items keep their identity, so that they are not rendered again.
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
    ...((change.phones ?? state.phones) && { phones: change.phones ?? state.phones }),
    slide: change.slide === undefined ? state.slide : change.slide,
    editions: editionsAfter(state.editions, change, items),
    items,
    ...(change.idle !== undefined && { idle: change.idle }),
    ...(change.link !== undefined && { link: change.link }),
    ...stageAfter(state, change),
  };
}

/** Keeps the page if the change has no focus. */
const pageAfter = (
  previous: ViewerState,
  { focus, lines = 1, part = 0 }: ViewerChange,
): Pick<ViewerState, 'lines' | 'part'> =>
  focus === undefined ? { lines: previous.lines, part: previous.part } : { lines, part };

function stageAfter({ stage: previous }: ViewerState, { stage = previous }: ViewerChange): Pick<ViewerState, 'stage'> {
  return stage ? { stage } : {};
}

/**
 * Adds the change's editions. If items were removed, drops the editions that no item uses any more, as a full state
 * would.
 */
function editionsAfter(previous: ViewerState['editions'], change: ViewerChange, items: readonly ViewerItem[]) {
  const editions = change.editions ? { ...previous, ...change.editions } : previous;
  if (!change.queue.some(({ op }) => op === 'remove' || op === 'clear')) return editions;
  const used = new Set(items.map((item) => item.edition));
  return Object.fromEntries(Object.entries(editions).filter(([key]) => used.has(key)));
}

/**
 * Adopts a full state that arrives while another one is shown, usually after a reconnection. Equal parts keep their
 * identity, so that an equal state changes nothing visible.
 */
export function adoptState(shown: ViewerState | null, incoming: ViewerState): ViewerState {
  if (!shown) return incoming;
  const previous = new Map(shown.items.map((item) => [item.id, item]));
  const items = incoming.items.map((item) => {
    const old = previous.get(item.id);
    return old ? reuseIfEqual(old, item) : item;
  });
  const sameItems = items.length === shown.items.length && items.every((item, index) => item === shown.items[index]);
  return {
    ...incoming,
    paging: reuseIfEqual(shown.paging, incoming.paging),
    settings: reuseIfEqual(shown.settings, incoming.settings),
    house: reuseIfEqual(shown.house, incoming.house),
    slide: reuseIfEqual(shown.slide, incoming.slide),
    editions: reuseIfEqual(shown.editions, incoming.editions),
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
    // Deletes each placed item, so that a repeated id fails like an unknown one.
    if (!item || !byId.delete(id)) return null;
    next[from + offset] = item;
  }
  return next;
}

/**
 * Returns `old` if `incoming` has the same content. One serializer writes both, so equal content has equal key order.
 */
function reuseIfEqual<T>(old: T, incoming: T): T {
  return JSON.stringify(old) === JSON.stringify(incoming) ? old : incoming;
}
