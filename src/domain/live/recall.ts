import { LecternError } from '../../contract/lectern-error.ts';
import { lineIdOf } from '../../contract/paging/lines.ts';
import type { LiveState, LiveStore, NewItem, QueueItem, ShownEntry, ShownPlace } from '../../storage/storage.ts';
import { contentOf, placeOf } from './history.ts';
import { lastUntold } from './journal.ts';
import { focusPage, pageOf, toFocus } from './pages.ts';
import { runIdOf } from './remembered.ts';
import { push, READER_SHOWN, type Transition } from './transitions.ts';

interface Recalling {
  readonly lives: Pick<LiveStore, 'findShown'>;
  readonly loadRevisions: (ids: readonly string[]) => Promise<void>;
  readonly maxItems: number;
  readonly newId: () => string;
}

/**
 * Shows an entry of the history again, at the page where it was left; without an id, what was shown before the present one. What is no longer
 * queued is appended. Throws `nothing_to_recall`, `invalid_fields` for an entry that is not kept, and `queue_full`. [D57]
 */
export async function recall(
  state: LiveState,
  entryId: string | undefined,
  { lives, loadRevisions, ...options }: Recalling,
): Promise<Transition> {
  const { record } = state;
  const { end, content, left } = record.journal;
  const isPresent = content !== null && contentOf(state) === content;
  const number = entryId === undefined ? end - (isPresent ? 1 : 0) : toNumber(entryId);
  const isKept = number > Math.max(0, lastUntold(record)) && number <= end;
  const found = isKept ? await lives.findShown(record.id, number) : null;
  if (!found) throw notFound(entryId);
  const place = number < end ? found.left : isPresent ? placeOf(record) : left;
  if (found.slide) {
    const slide = { ...(place?.slide ?? found.slide), blank: false };
    return { record: { mode: 'presentation', slide, showing: true, paused: false }, queue: [] };
  }
  return showPassage(state, found, place, async () => {
    await loadRevisions(found.shown.map(({ revisionId }) => revisionId));
    return options;
  });
}

/** Focuses what is still queued, else appends the passage. */
async function showPassage(
  state: LiveState,
  { shown }: ShownEntry,
  place: ShownPlace | null,
  prepare: () => Promise<{ maxItems: number; newId: () => string }>,
): Promise<Transition> {
  const { record, items } = state;
  const ids = new Set(items.map(({ id }) => id));
  const queued = shown.find(({ id }) => ids.has(id));
  const onPlace =
    place?.focusItemId && ids.has(place.focusItemId) ? pageOf({ record: { ...record, ...place }, items }) : null;
  const focus = onPlace ? toFocus(items, onPlace) : queued && focusPage(state, queued.id);
  if (focus) return { record: { ...READER_SHOWN, slide: null, ...focus }, queue: [] };
  const pushed = push(state, toNewItems(shown), await prepare());
  const added = pushed.queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  const last = place ? added[shown.findIndex(({ id }) => id === place.focusItemId)] : undefined;
  const page = last && pageOf({ record: { ...record, ...place, focusItemId: last.id }, items: added });
  return { ...pushed, record: { ...pushed.record, slide: null, ...(page && toFocus(added, page)) } };
}

/** With the lines and runs that they had. */
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
        errors: [{ pointer: '/entry_id', message: 'is no entry of the history' }],
      });
