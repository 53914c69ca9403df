import { LecternError } from '../../../contract/lectern-error.ts';
import { lineIdOf } from '../../../contract/paging/lines.ts';
import type {
  LiveState,
  LiveStore,
  NewItem,
  QueueItem,
  QueueItems,
  QueueMutation,
  ShownEntry,
  ShownPosition,
} from '../../../storage/storage.ts';
import { runIdOf } from '../state/interrupted-content.ts';
import { focusedPage, toFocus, toFocusOnItem } from '../state/pages.ts';
import { contentKeyOf, toShownPosition } from './history.ts';
import { lastExpiredNumber } from './journal.ts';
import { push, READER_SHOWING, type Transition } from './transitions.ts';

interface RecallDependencies {
  readonly lives: Pick<LiveStore, 'findShown'>;
  readonly loadRevisions: (ids: readonly string[]) => Promise<void>;
  readonly maxItems: number;
  readonly newId: () => string;
}

/**
 * Shows an entry of the history again, at the page where it was left. Without an id, shows the entry before the current
 * one. Appends what is no longer queued. Throws `nothing_to_recall`, `invalid_fields` for an entry that is not kept,
 * and `queue_full`. [D57]
 */
export async function recall(
  state: LiveState,
  entryId: string | undefined,
  { lives, loadRevisions, ...options }: RecallDependencies,
): Promise<Transition> {
  const { record } = state;
  const { end, content, left } = record.journal;
  const isPresent = content !== null && contentKeyOf(state) === content;
  const number = entryId === undefined ? end - (isPresent ? 1 : 0) : toNumber(entryId);
  const isKept = number > Math.max(0, lastExpiredNumber(record)) && number <= end;
  const entry = isKept ? await lives.findShown(record.id, number) : null;
  if (!entry) throw notFound(entryId);
  const position = number < end ? entry.left : isPresent ? toShownPosition(record) : left;
  if (entry.slide) {
    // It is presented again, so its countdowns begin again. [D76]
    const { ends: _, ...again } = position?.slide ?? entry.slide;
    const slide = { ...again, blank: false };
    return { record: { mode: 'presentation', slide, showing: true, paused: false }, queue: [] };
  }
  return showPassage(state, entry, position, async () => {
    await loadRevisions(entry.shown.map(({ revisionId }) => revisionId));
    return options;
  });
}

/** Focuses the passage if it is still queued; otherwise appends it. */
async function showPassage(
  state: LiveState,
  { shown }: ShownEntry,
  position: ShownPosition | null,
  prepare: () => Promise<{ maxItems: number; newId: () => string }>,
): Promise<Transition> {
  const { record, items } = state;
  const left = shown.find(({ id }) => id === position?.focusItemId);
  const queued = findQueued(items, position?.focusItemId ?? null, left ? [left, ...shown] : shown);
  if (queued) {
    const leftPage = queued.isLeft
      ? focusedPage({ record: { ...record, ...position, focusItemId: queued.id }, items })
      : null;
    const focus = leftPage ? toFocus(items, leftPage) : toFocusOnItem(state, queued.id);
    return { record: { ...READER_SHOWING, slide: null, ...focus }, queue: [] };
  }
  const pushed = push(state, toNewItems(shown), await prepare());
  const queue = withEarlierRuns(pushed.queue, shown, items);
  const added = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  const last = position ? added[shown.findIndex(({ id }) => id === position.focusItemId)] : undefined;
  const page = last && focusedPage({ record: { ...record, ...position, focusItemId: last.id }, items: added });
  return { record: { ...pushed.record, slide: null, ...(page && toFocus(added, page)) }, queue };
}

/**
 * Finds the queued item of a passage: the one where it was left, another one it was shown with, or an item of its run,
 * which may now be in other translations.
 */
function findQueued(
  items: QueueItems,
  leftId: string | null,
  shown: readonly QueueItem[],
): { readonly id: string; readonly isLeft: boolean } | null {
  const ids = new Set(items.map(({ id }) => id));
  const queuedId = leftId !== null && ids.has(leftId) ? leftId : shown.find(({ id }) => ids.has(id))?.id;
  if (queuedId !== undefined) return { id: queuedId, isLeft: queuedId === leftId };
  const runs = new Set(shown.map(runIdOf));
  const ofRun = items.filter((item) => runs.has(runIdOf(item)));
  const idByKey = new Map(ofRun.map((item) => [toKey(item), item.id]));
  const same = shown.find((item) => idByKey.has(toKey(item)));
  if (same) return { id: idByKey.get(toKey(same))!, isLeft: same.id === leftId };
  const translations = new Set(shown.map(({ translation }) => translation));
  const [other] = ofRun;
  return other && !ofRun.some(({ translation }) => translations.has(translation))
    ? { id: other.id, isLeft: false }
    : null;
}

const toKey = ({ translation, bookId, chapter, verse }: QueueItem): string =>
  `${translation}/${bookId}/${chapter}/${verse}`;

/** Keeps the earlier run ids, so that recalling the entry again finds the items. */
function withEarlierRuns(
  queue: readonly QueueMutation[],
  shown: readonly QueueItem[],
  items: QueueItems,
): QueueMutation[] {
  const queuedRuns = new Set(items.map(runIdOf));
  return queue.map((change) =>
    change.type === 'insert'
      ? {
          ...change,
          items: change.items.map((item, index) => {
            const run = runIdOf(shown[index]!);
            return queuedRuns.has(run) ? item : { ...item, run };
          }),
        }
      : change,
  );
}

/** Turns history items into new items with their lines and runs. */
function toNewItems(shown: readonly QueueItem[]): NewItem[] {
  const lines = [...new Set(shown.map(lineIdOf))];
  const runs = [...new Set(shown.map(runIdOf))];
  return shown.map(({ id, rank: _, line, run, ...item }) => ({
    ...item,
    line: lines.indexOf(line ?? id),
    run: runs.indexOf(run ?? id),
  }));
}

const toNumber = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

const notFound = (entryId: string | undefined): LecternError =>
  entryId === undefined
    ? new LecternError('nothing_to_recall')
    : new LecternError('invalid_fields', 'The history has no such entry.', {
        errors: [{ pointer: '/entry_id', message: 'is not an entry of the history' }],
      });
