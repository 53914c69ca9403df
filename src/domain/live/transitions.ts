import { LecternError } from '../../contract/lectern-error.ts';
import { REORDER_MAX_ITEMS } from '../../contract/limits.ts';
import type { PagingSettings } from '../../contract/paging/pages.ts';
import type {
  FocusChange,
  LiveSettings,
  LiveStatus,
  ViewerSettings,
  ViewerSettingsChange,
} from '../../contract/schemas/live.ts';
import type {
  LiveRecord,
  LiveState,
  NewItem,
  QueueItem,
  QueueItems,
  QueueMutation,
  ShownSlide,
  UsedEditions,
} from '../../storage/storage.ts';
import { rememberedAfter } from './interrupted-content.ts';
import { focusedPage, isSamePaging, NO_FOCUS, queueLines, toFocus, toFocusOnItem } from './pages.ts';
import { applyQueueChange } from './queue-changes.ts';

/**
 * What an operation makes of a Live: pure functions from a state and an input to the change, or null where nothing
 * changes. The sequence is added by the caller. Sources: [States], [D6], [D15], [D17], [D51].
 */
export interface Transition {
  readonly record: Partial<LiveRecord>;
  readonly queue: readonly QueueMutation[];
  /** The item whose usual page gets the focus, in the queue after the change; null: none. Absent: the page stays, as far as it is there. */
  readonly focusOn?: string | null;
  /** True where the page moves, by steps, changes of the focus and extensions: those that follow each other are undone as one. [D50] */
  readonly steps?: boolean;
  /** What takes a step of the journal back, or does it again. */
  readonly retraces?: 'undo' | 'redo';
  /** Items that somebody moves or focuses by hand, so that the end of an interruption leaves them. [D57] */
  readonly touched?: readonly string[];
  /** What it was made from, if that is to be looked at again when it is saved. */
  readonly texts?: UsedEditions;
}

const nothing: readonly QueueMutation[] = [];

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
  const forgotten = status === 'stopped' ? { remembered: null } : {};
  if (input.paused !== undefined) {
    paused = input.paused;
    showing = !paused && status === 'running' && hasContent(state);
  }
  return { record: { status, paused, showing, ...forgotten }, queue: nothing };
}

/** [D12] */
export const rename = (name: string): Transition => ({ record: { name }, queue: nothing });

/** [D19] */
export function changeSettings(change: Partial<LiveSettings>): Transition | null {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { record: Object.fromEntries(given), queue: nothing } : null;
}

/**
 * [POST stack], [D17], [D50]: appends, or replaces the whole queue; shows it and focuses the first of what is new. With `focus` false it only
 * appends: what is on air stays. Throws `queue_full`, and `queue_empty` where there is nothing that could stay.
 */
export function push(
  state: LiveState,
  added: readonly NewItem[],
  options: { replace?: boolean; focus?: boolean; maxItems: number; newId: () => string },
): Transition {
  if (options.focus === false && state.record.focusItemId === null) {
    throw new LecternError('queue_empty', 'Without a focus, the first passage would be shown.');
  }
  const kept = options.replace ? [] : state.items;
  if (kept.length + added.length > options.maxItems) {
    throw new LecternError(
      'queue_full',
      `The queue has ${kept.length} items and can hold ${options.maxItems}; ${added.length} more do not fit.`,
    );
  }
  const firstRank = (kept.at(-1)?.rank ?? -1) + 1;
  const items = toItems(added, firstRank, options.newId);
  const queue: QueueMutation[] = [{ type: 'insert', items }];
  if (options.focus === false) return { record: {}, queue };
  if (options.replace && state.items.length > 0) queue.unshift({ type: 'clear' });
  // The lines of a push are whole in it, so that the rest of a long queue is not looked at.
  return {
    record: {
      ...READER_SHOWING,
      ...(options.replace && { remembered: null }),
      ...(items[0] ? toFocusOnItem({ record: state.record, items }, items[0].id) : NO_FOCUS),
    },
    queue,
  };
}

/** Gives ids to what is pushed: lines and runs have those of their first items. */
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

/** [D54]: the page is shown in the new paging. */
export function changePaging({ record, items }: LiveState, change: Partial<PagingSettings>): Transition | null {
  if (Object.keys(change).length === 0) return null;
  const paging = { ...record.paging, ...change };
  const focus =
    record.focusItemId === null ? {} : toFocusOnItem({ record: { ...record, paging }, items }, record.focusItemId);
  return { record: { paging, ...focus }, queue: nothing };
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
  return { record: { mode: 'presentation', slide, showing: true, paused: false, remembered: null }, queue: nothing };
}

/** [D65]: begins a plan, or has none. What is shown stays. */
export const attachPlan = (planId: string | null): Transition => ({
  record: { planId, planEntryId: null },
  queue: nothing,
});

/** [D27]: back to the reader, hidden. */
export const leavePresentation = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false, remembered: null },
  queue: nothing,
});

/** [DELETE stack]: hidden reader state, whatever was there; a stopped Live stays stopped. */
export const clear = (): Transition => ({
  record: { mode: 'reader', slide: null, showing: false, paused: false, remembered: null, ...NO_FOCUS },
  queue: [{ type: 'clear' }],
});

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
  return {
    record: { ...READER_SHOWING },
    queue: [{ type: 'rank', items: ranked }],
    touched: movedBetween(items, itemIds),
  };
}

/** Of items in another order, those that have left both of their neighbours: what they pass keeps one at least. */
function movedBetween(items: QueueItems, order: readonly string[]): string[] {
  const before = new Map(
    items.map(({ id }, index) => [id, [index > 0 ? items.at(index - 1)!.id : undefined, items.at(index + 1)?.id]]),
  );
  return order.filter((id, index) => {
    const [previous, next] = before.get(id)!;
    return previous !== order[index - 1] && next !== order[index + 1];
  });
}

/**
 * [D54]: any item of a line means the line. Without `lines`, as many as the page takes usually; they are cut to what follows in the run.
 * Throws `invalid_fields`.
 */
export function focus(state: LiveState, { item_id: itemId, lines, part }: FocusChange): Transition {
  if (!state.items.some((item) => item.id === itemId)) {
    throw new LecternError('invalid_fields', 'The queue has no such item.', {
      errors: [{ pointer: '/item_id', message: 'is no item of this queue' }],
    });
  }
  const { items, record } = state;
  const usual = toFocusOnItem(state, itemId);
  const page = focusedPage({ record: { ...record, ...usual, focusLines: lines ?? usual.focusLines }, items })!;
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
  return { record: toFocus(items, { ...page, part: part ?? 0 }), queue: nothing, steps: true, touched };
}

/** Queue writes keep or switch to the reader's mode and show what is there. [States] */
export const READER_SHOWING: Partial<LiveRecord> = { mode: 'reader', showing: true, paused: false };

/** [D14] */
export function contentType({ record, items }: LiveState): 'empty' | 'scripture' | 'presentation' {
  if (record.mode === 'presentation') return record.slide ? 'presentation' : 'empty';
  return items.length > 0 ? 'scripture' : 'empty';
}

const hasContent = (state: LiveState): boolean => contentType(state) !== 'empty';

/** The next state of a Live, in memory, as the storage will read it back. */
export function applyTransition(state: LiveState, transition: Transition): LiveState {
  const items = transition.queue.reduce<QueueItems>(applyQueueChange, state.items);
  const sequence = state.record.sequence + 1;
  const remembered = rememberedAfter(state, items, transition.touched ?? []);
  const record = { ...state.record, remembered, ...transition.record, sequence };
  if (changesPages(state, { record, items })) record.queueRevision = sequence;
  return { ...state, record: { ...record, ...focusAfter({ record, items }, transition) }, items };
}

/** Whether what was read of the pages before does not hold any more. [D55] */
const changesPages = (before: LiveState, { record: { paging }, items }: Pick<LiveState, 'record' | 'items'>): boolean =>
  (items !== before.items && items.length + before.items.length > 0) || !isSamePaging(paging, before.record.paging);

/** The focus where the change does not say itself which page has it. */
function focusAfter(
  after: Pick<LiveState, 'record' | 'items'>,
  { focusOn, queue, retraces }: Transition,
): Partial<LiveRecord> {
  if (focusOn !== undefined) return focusOn === null ? NO_FOCUS : toFocusOnItem(after, focusOn);
  if (!retraces && !queue.some(({ type }) => type === 'remove' || type === 'rank')) return {};
  const page = focusedPage(after);
  return page ? toFocus(after.items, page) : NO_FOCUS;
}
