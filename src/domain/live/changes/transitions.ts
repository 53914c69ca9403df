import { LecternError } from '../../../contract/lectern-error.ts';
import { REORDER_MAX_ITEMS } from '../../../contract/limits.ts';
import type {
  FocusChange,
  LiveSettings,
  LiveStatus,
  ViewerSettings,
  ViewerSettingsChange,
} from '../../../contract/schemas/live.ts';
import type {
  LivePaging,
  LiveRecord,
  LiveState,
  NewItem,
  PhoneParts,
  QueueItem,
  QueueItems,
  QueueMutation,
  ShownSlide,
  UsedEditions,
} from '../../../storage/storage.ts';
import { rememberedAfter } from '../state/interrupted-content.ts';
import { focusedPage, isSamePaging, NO_FOCUS, queueLines, toFocus, toFocusOnItem } from '../state/pages.ts';
import { applyQueueChange } from '../state/queue-changes.ts';

/**
 * The change that an operation makes to a Live. The functions below are pure: they compute a transition from a state
 * and an input, or null if nothing changes. The caller increments the sequence. Sources: [States], [D6], [D15], [D17],
 * [D51].
 */
export interface Transition {
  readonly record: Partial<LiveRecord>;
  readonly queue: readonly QueueMutation[];
  /**
   * The item whose default page gets the focus, in the queue after the change; null for no focus. If absent, the page
   * stays as far as it still exists.
   */
  readonly focusOn?: string | null;
  /**
   * True if the change only moves the page: steps, focus changes and extensions. Consecutive ones are undone together.
   * [D50]
   */
  readonly steps?: boolean;
  /** Set if the change undoes or redoes a step of the journal. */
  readonly retraces?: 'undo' | 'redo';
  /** Items that the operator moved or focused. The end of an interruption keeps them. [D57] */
  readonly touched?: readonly string[];
  /** The editions that the change was read from, which the commit checks again. */
  readonly texts?: UsedEditions;
}

const NO_QUEUE_CHANGES: readonly QueueMutation[] = [];

/** Changes status and pause. If both are given, status applies first. [PATCH playback], [D15] */
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
  const cleared = status === 'stopped' ? { remembered: null } : {};
  if (input.paused !== undefined) {
    paused = input.paused;
    showing = !paused && status === 'running' && hasContent(state);
  }
  return { record: { status, paused, showing, ...cleared }, queue: NO_QUEUE_CHANGES };
}

/** Renames the Live. [D12] */
export const rename = (name: string): Transition => ({ record: { name }, queue: NO_QUEUE_CHANGES });

/** Changes the given settings. [D19] */
export function changeSettings(change: Partial<LiveSettings>): Transition | null {
  const settings = Object.entries(change).filter(([, value]) => value !== undefined);
  return settings.length > 0 ? { record: Object.fromEntries(settings), queue: NO_QUEUE_CHANGES } : null;
}

/**
 * Appends items, or replaces the queue with them, shows it and focuses the first new item. With `focus` false it only
 * appends, and what is on air stays. Throws `queue_full`, and `queue_empty` if nothing is on air that could stay. [POST
 * stack], [D17], [D50]
 */
export function push(
  state: LiveState,
  added: readonly NewItem[],
  options: { replace?: boolean; focus?: boolean; maxItems: number; newId: () => string },
): Transition {
  if (options.focus === false && state.record.focusItemId === null) {
    throw new LecternError('queue_empty', 'The queue has no focus, so there is nothing to keep on air.');
  }
  const remaining = options.replace ? [] : state.items;
  if (remaining.length + added.length > options.maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue has ${remaining.length} items and can hold ${options.maxItems}; ${added.length} more do not fit.`,
    );
  }
  const firstRank = (remaining.at(-1)?.rank ?? -1) + 1;
  const items = toItems(added, firstRank, options.newId);
  const queue: QueueMutation[] = [{ type: 'insert', items }];
  if (options.focus === false) return { record: {}, queue };
  if (options.replace && state.items.length > 0) queue.unshift({ type: 'clear' });
  // A push contains its lines completely, so the rest of a long queue need not be read.
  return {
    record: {
      ...READER_SHOWING,
      ...(options.replace && { remembered: null }),
      ...(items[0] ? toFocusOnItem({ record: state.record, items }, items[0].id) : NO_FOCUS),
    },
    queue,
  };
}

/** Assigns ids to pushed items. Lines and runs have the ids of their first items. */
export function toItems(added: readonly NewItem[], firstRank: number, newId: () => string): QueueItem[] {
  const lines = new Map<number, string>();
  const runs = new Map<number, string>();
  const idIn = (ids: Map<number, string>, number: number, id: string): string | null => {
    const first = ids.get(number);
    if (first === undefined) ids.set(number, id);
    return first ?? null;
  };
  return added.map((item, index) => {
    const id = newId();
    return { ...item, id, rank: firstRank + index, line: idIn(lines, item.line, id), run: idIn(runs, item.run, id) };
  });
}

/** Changes the paging and shows the focused page in it. [D54] */
export function changePaging({ record, items }: LiveState, change: Partial<LivePaging>): Transition | null {
  if (Object.keys(change).length === 0) return null;
  const paging = { ...record.paging, ...change };
  const isPaged = record.focusItemId !== null && !isSamePaging(paging, record.paging);
  const focus = isPaged ? toFocusOnItem({ record: { ...record, paging }, items }, record.focusItemId!) : {};
  return { record: { paging, ...focus }, queue: NO_QUEUE_CHANGES };
}

/** Changes the viewer settings. Null resets a setting to the design. [D21] */
export function changeViewerSettings(state: LiveState, change: ViewerSettingsChange): Transition | null {
  if (Object.keys(change).length === 0) return null;
  const settings = Object.entries({ ...state.record.viewerSettings, ...change }).filter(([, value]) => value !== null);
  return { record: { viewerSettings: Object.fromEntries(settings) as ViewerSettings }, queue: NO_QUEUE_CHANGES };
}

/** Changes the parts of reader pages. [D73] */
export const changePhones = ({ record }: LiveState, change: Partial<PhoneParts>): Transition | null =>
  Object.keys(change).length === 0
    ? null
    : { record: { phones: { ...record.phones, ...change } }, queue: NO_QUEUE_CHANGES };

/** Sets the hash of the audience secret. Null removes the protection. [D20] */
export const changeSecret = (secretHash: string | null): Transition => ({
  record: { secretHash },
  queue: NO_QUEUE_CHANGES,
});

/** Protects a Live. Throws `already_protected`. [D20] */
export function protect({ record }: LiveState, secretHash: string): Transition {
  if (record.secretHash !== null) throw new LecternError('already_protected');
  return changeSecret(secretHash);
}

/** Replaces the audience secret. Throws `not_protected`. [D20] */
export function rotateSecret({ record }: LiveState, secretHash: string): Transition {
  if (record.secretHash === null) throw new LecternError('not_protected');
  return changeSecret(secretHash);
}

/** Shows a slide. The queue stays unchanged. Throws `live_stopped`. [D27] */
export function present(state: LiveState, slide: ShownSlide): Transition {
  if (state.record.status === 'stopped') throw new LecternError('live_stopped');
  return {
    record: { mode: 'presentation', slide, showing: true, paused: false, remembered: null },
    queue: NO_QUEUE_CHANGES,
  };
}

/** Attaches a plan, or detaches it with null. What is shown stays. [D65] */
export const attachPlan = (planId: string | null): Transition => ({
  record: { planId, planEntryId: null, planContents: null },
  queue: NO_QUEUE_CHANGES,
});

/** Returns to reader mode with the content hidden. [D27] */
export const leavePresentation = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false, remembered: null },
  queue: NO_QUEUE_CHANGES,
});

/** Clears the queue and returns to hidden reader mode. A stopped Live stays stopped. [DELETE stack] */
export const clear = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false, remembered: null, ...NO_FOCUS },
  queue: [{ type: 'clear' }],
});

/** Reorders the queue. Returns null if the order stays the same. Throws `invalid_queue_order`. [PUT order], [D18] */
export function reorder(state: LiveState, itemIds: readonly string[]): Transition | null {
  const { items } = state;
  if (items.length > REORDER_MAX_ITEMS) {
    throw new LecternError(
      'invalid_queue_order',
      `The queue has ${items.length} items; at most ${REORDER_MAX_ITEMS} can be reordered. Remove some first.`,
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
  return {
    record: { ...READER_SHOWING },
    queue: [{ type: 'rank', items: ranked }],
    touched: findMovedItems(items, itemIds),
  };
}

/** Returns the items that left both of their neighbors. Items that were only passed keep at least one. */
function findMovedItems(items: QueueItems, order: readonly string[]): string[] {
  const before = new Map(
    items.map(({ id }, index) => [id, [index > 0 ? items.at(index - 1)!.id : undefined, items.at(index + 1)?.id]]),
  );
  return order.filter((id, index) => {
    const [previous, next] = before.get(id)!;
    return previous !== order[index - 1] && next !== order[index + 1];
  });
}

/**
 * Moves the focus to the line of an item. Without `lines`, uses the default number of lines; the number is limited to
 * the rest of the run. Throws `invalid_fields`. [D54]
 */
export function focus(state: LiveState, { item_id: itemId, lines, part }: FocusChange): Transition {
  if (!state.items.some((item) => item.id === itemId)) {
    throw new LecternError('invalid_fields', 'The queue has no such item.', {
      errors: [{ pointer: '/item_id', message: 'is not an item of this queue' }],
    });
  }
  const { items, record } = state;
  const defaultFocus = toFocusOnItem(state, itemId);
  const page = focusedPage({
    record: { ...record, ...defaultFocus, focusLines: lines ?? defaultFocus.focusLines },
    items,
  })!;
  if (part !== undefined && part >= page.parts) {
    throw new LecternError(
      'invalid_fields',
      `The page has ${page.parts === 1 ? 'one part' : `${page.parts} parts`}; parts begin at 0.`,
      {
        errors: [{ pointer: '/part', message: `must be at most ${page.parts - 1}` }],
      },
    );
  }
  const touched = queueLines(items)
    .slice(page.line, page.line + page.lines)
    .flatMap(({ translations }) => translations.flat().map(({ id }) => id));
  return { record: toFocus(items, { ...page, part: part ?? 0 }), queue: NO_QUEUE_CHANGES, steps: true, touched };
}

/** Queue writes switch to reader mode and show the queue. [States] */
export const READER_SHOWING: Partial<LiveRecord> = { mode: 'reader', showing: true, paused: false };

/** Returns the type of a Live's content. [D14] */
export function contentType({ record, items }: LiveState): 'empty' | 'scripture' | 'presentation' {
  if (record.mode === 'presentation') return record.slide ? 'presentation' : 'empty';
  return items.length > 0 ? 'scripture' : 'empty';
}

const hasContent = (state: LiveState): boolean => contentType(state) !== 'empty';

/** Returns the next state of a Live, equal to what the storage will load. */
export function applyTransition(state: LiveState, transition: Transition): LiveState {
  const items = transition.queue.reduce<QueueItems>(applyQueueChange, state.items);
  const sequence = state.record.sequence + 1;
  const remembered = rememberedAfter(state, items, transition.touched ?? []);
  const record = { ...state.record, remembered, ...transition.record, sequence };
  if (changesPages(state, { record, items })) record.queueRevision = sequence;
  return { ...state, record: { ...record, ...focusAfter({ record, items }, transition) }, items };
}

/** Returns true if the change makes earlier reads of the pages stale. [D55] */
const changesPages = (before: LiveState, { record: { paging }, items }: Pick<LiveState, 'record' | 'items'>): boolean =>
  (items !== before.items && items.length + before.items.length > 0) || !isSamePaging(paging, before.record.paging);

/** Returns the focus after a change that does not set it. */
function focusAfter(
  after: Pick<LiveState, 'record' | 'items'>,
  { focusOn, queue, retraces }: Transition,
): Partial<LiveRecord> {
  if (focusOn !== undefined) return focusOn === null ? NO_FOCUS : toFocusOnItem(after, focusOn);
  if (!retraces && !queue.some(({ type }) => type === 'remove' || type === 'rank')) return {};
  const page = focusedPage(after);
  return page ? toFocus(after.items, page) : NO_FOCUS;
}
