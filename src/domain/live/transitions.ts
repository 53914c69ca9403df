import { LecternError } from '../../contract/lectern-error.ts';
import { REORDER_MAX_ITEMS } from '../../contract/limits.ts';
import type { LiveSettings, LiveStatus, ViewerSettings, ViewerSettingsChange } from '../../contract/schemas/live.ts';
import type {
  LiveRecord,
  LiveState,
  NewItem,
  QueueChange,
  QueueItems,
  ShownSlide,
  TextsUsed,
} from '../../storage/storage.ts';
import { applyQueueChange } from './queue-changes.ts';

/**
 * What an operation makes of a Live: pure functions from a state and an input to the change, or null where nothing
 * changes. The sequence is added by the caller. Sources: [States], [D6], [D15], [D17], [D51].
 */
export interface Transition {
  readonly record: Partial<LiveRecord>;
  readonly queue: readonly QueueChange[];
  /** True for an undo, which is not undone in turn: the entry that it takes back is the one to be undone next. */
  readonly undoes?: boolean;
  /** What it was made from, if that is to be looked at again when it is saved. */
  readonly texts?: TextsUsed;
}

const nothing: readonly QueueChange[] = [];

/** [PATCH playback], [D15]. With both fields, status applies first. */
export function changePlayback(state: LiveState, input: { status?: LiveStatus; paused?: boolean }): Transition | null {
  if (input.status === undefined && input.paused === undefined) return null;
  let { status, paused, showing } = state.record;
  if (input.status !== undefined) {
    status = input.status;
    if (status === 'stopped') {
      showing = false;
      paused = false;
    }
  }
  if (input.paused !== undefined) {
    paused = input.paused;
    showing = !paused && status === 'running' && hasContent(state);
  }
  return { record: { status, paused, showing }, queue: nothing };
}

/** [D12] */
export const rename = (name: string): Transition => ({ record: { name }, queue: nothing });

/** [D19] */
export function changeSettings(change: Partial<LiveSettings>): Transition | null {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { record: Object.fromEntries(given), queue: nothing } : null;
}

/**
 * [POST stack], [D17], [D50]: appends, or replaces the whole queue; shows it and focuses the first of what is new.
 * Throws `queue_full`.
 */
export function push(
  state: LiveState,
  added: readonly NewItem[],
  options: { replace?: boolean; maxItems: number; newId: () => string },
): Transition {
  const kept = options.replace ? [] : state.items;
  if (kept.length + added.length > options.maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue has ${kept.length} items and can hold ${options.maxItems}; ${added.length} more do not fit.`,
    );
  }
  const firstRank = (kept.at(-1)?.rank ?? -1) + 1;
  const items = added.map((item, index) => ({ ...item, id: options.newId(), rank: firstRank + index }));
  const queue: QueueChange[] = [{ type: 'insert', items }];
  if (options.replace && state.items.length > 0) queue.unshift({ type: 'clear' });
  return { record: { ...shown, focusItemId: items[0]?.id ?? null }, queue };
}

/** [D21]: a choice that is null is the design's again. */
export function changeViewerSettings(state: LiveState, change: ViewerSettingsChange): Transition | null {
  if (Object.keys(change).length === 0) return null;
  const settings = Object.entries({ ...state.record.viewerSettings, ...change }).filter(([, value]) => value !== null);
  return { record: { viewerSettings: Object.fromEntries(settings) as ViewerSettings }, queue: nothing };
}

/** [D20]: null takes the protection away. */
export const changeSecret = (secretHash: string | null): Transition => ({ record: { secretHash }, queue: nothing });

/** [D20]: the first secret. Throws `already_protected`. */
export function protect({ record }: LiveState, secretHash: string): Transition {
  if (record.secretHash !== null) throw new LecternError('already_protected');
  return changeSecret(secretHash);
}

/** [D20]: another secret. Throws `not_protected`. */
export function rotateSecret({ record }: LiveState, secretHash: string): Transition {
  if (record.secretHash === null) throw new LecternError('not_protected');
  return changeSecret(secretHash);
}

/** [D27]: the slide is shown, the reader's queue stays as it is. Throws `live_stopped`. */
export function present(state: LiveState, slide: ShownSlide): Transition {
  if (state.record.status === 'stopped') throw new LecternError('live_stopped');
  return { record: { mode: 'presentation', slide, showing: true, paused: false }, queue: nothing };
}

/** [D27]: back to the reader, hidden. */
export const leavePresentation = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false },
  queue: nothing,
});

/** [DELETE stack]: hidden reader state, whatever was there; a stopped Live stays stopped. */
export const clear = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false, focusItemId: null },
  queue: [{ type: 'clear' }],
});

/** [DELETE item]: the rest is shown; removing the last one clears the display. The item must exist. */
export function remove(state: LiveState, itemId: string): Transition {
  const index = state.items.findIndex((item) => item.id === itemId);
  const rest = state.items.length > 1;
  const record: Partial<LiveRecord> = rest ? { ...shown } : { ...shown, showing: false };
  const queue: QueueChange[] = [{ type: 'remove', items: [state.items.at(index)!] }];
  if (state.record.focusItemId !== itemId) return { record, queue };
  const heir = state.items.at(index + 1) ?? (index > 0 ? state.items.at(index - 1) : undefined);
  return { record: { ...record, focusItemId: heir?.id ?? null }, queue };
}

/** [PUT order], [D18]. Null for the order that is there already. Throws `invalid_queue_order`. */
export function reorder(state: LiveState, itemIds: readonly string[]): Transition | null {
  const { items } = state;
  if (items.length > REORDER_MAX_ITEMS) {
    throw new LecternError(
      'invalid_queue_order',
      `The queue has ${items.length} items; up to ${REORDER_MAX_ITEMS} can be put into another order at once. Remove some first.`,
    );
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(itemIds);
  if (itemIds.length !== items.length || named.size !== items.length || !itemIds.every((id) => byId.has(id))) {
    throw new LecternError('invalid_queue_order', 'item_ids must list every current item exactly once.');
  }
  if (itemIds.every((id, index) => items.at(index)!.id === id)) return null;
  const ranked = itemIds
    .map((id, index) => ({ item: byId.get(id)!, rank: items.at(index)!.rank }))
    .filter(({ item, rank }) => rank !== item.rank);
  return { record: { ...shown }, queue: [{ type: 'rank', items: ranked }] };
}

/**
 * [PATCH item], [D50]: one item to another position, at any length. Its rank lies between those of its new neighbours;
 * where numbers leave no room there any more, all get new ones. Null where it stands there already. Throws `invalid_fields`.
 */
export function move(state: LiveState, itemId: string, position: number): Transition | null {
  const { items } = state;
  if (position >= items.length) {
    throw new LecternError('invalid_fields', `The queue has ${items.length} items; positions begin at 0.`, {
      errors: [{ pointer: '/position', message: `must be at most ${items.length - 1}` }],
    });
  }
  const index = items.findIndex(({ id }) => id === itemId);
  if (index === position) return null;
  const item = items.at(index)!;
  const others = items.filter(({ id }) => id !== itemId);
  const before = others[position - 1]?.rank ?? others[0]!.rank - 2;
  const after = others[position]?.rank ?? before + 2;
  const rank = (before + after) / 2;
  const ranked =
    rank > before && rank < after
      ? [{ item, rank }]
      : others.toSpliced(position, 0, item).map((each, place) => ({ item: each, rank: place }));
  return { record: { ...shown }, queue: [{ type: 'rank', items: ranked }] };
}

/** [D51]. Throws `invalid_fields`. */
export function focus(state: LiveState, itemId: string): Transition {
  if (!state.items.some((item) => item.id === itemId)) {
    throw new LecternError('invalid_fields', 'The queue has no such item.', {
      errors: [{ pointer: '/item_id', message: 'is no item of this queue' }],
    });
  }
  return { record: { focusItemId: itemId }, queue: nothing };
}

/** Queue writes keep or switch to the reader's mode and show what is there. [States] */
const shown: Partial<LiveRecord> = { mode: 'reader', showing: true, paused: false };

/** [D14] */
export function contentType({ record, items }: LiveState): 'empty' | 'scripture' | 'presentation' {
  if (record.mode === 'presentation') return record.slide ? 'presentation' : 'empty';
  return items.length > 0 ? 'scripture' : 'empty';
}

const hasContent = (state: LiveState): boolean => contentType(state) !== 'empty';

/** The next state of a Live, in memory, as the storage will read it back. */
export const applyTransition = (state: LiveState, { record, queue }: Transition): LiveState => ({
  record: { ...state.record, ...record, sequence: state.record.sequence + 1 },
  items: queue.reduce<QueueItems>(applyQueueChange, state.items),
  profile: state.profile,
});
