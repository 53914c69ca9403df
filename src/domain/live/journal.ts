import { LecternError } from '../../contract/lectern-error.ts';
import { JOURNAL_ENTRIES, UNDO_MAX_STEPS } from '../../contract/limits.ts';
import {
  type JournalEntry,
  type JournalMark,
  type LiveRecord,
  type LiveState,
  type LiveStore,
  type QueueChange,
  type QueueItem,
  SHOWN_SLOTS,
  type UndoStep,
} from '../../storage/storage.ts';
import { invertQueueChanges } from './queue-changes.ts';
import type { Transition } from './transitions.ts';

/** Of a Live in presentation mode, the reader's content counts as hidden. */
const showsScripture = ({ record }: LiveState): boolean => record.mode === 'reader' && record.showing;

/**
 * What is kept of a change, with where the journal then stands; null where the audience sees nothing else than before.
 * `after` is the state that the transition makes. [D50]
 */
export function journalOf(
  before: LiveState,
  after: LiveState,
  { queue, undoes }: Transition,
  at: string,
): { entry: JournalEntry; mark: JournalMark } | null {
  const shown = shownBy(before, after, queue);
  // Of an undo, where the step that is undone is no longer one.
  const known = after.record.journal;
  if (undoes) return { entry: { at, undo: null, shown }, mark: advance(known, shown.length > 0) };
  const changed =
    // Not where an empty queue is cleared, nor where a slide is hidden or shown.
    (queue.length > 0 && before.items.length + after.items.length > 0) ||
    showsScripture(before) !== showsScripture(after) ||
    (before.record.mode === 'reader' && before.record.paused !== after.record.paused) ||
    before.record.focusItemId !== after.record.focusItemId ||
    before.record.focusLines !== after.record.focusLines ||
    before.record.focusPart !== after.record.focusPart;
  if (!changed) return null;
  const undo: UndoStep = {
    queue: invertQueueChanges(before.items, queue),
    showing: showsScripture(before),
    // A pause of a slide was none of the reader's.
    paused: before.record.mode === 'reader' && before.record.paused,
    focusItemId: before.record.focusItemId,
    focusLines: before.record.focusLines,
    focusPart: before.record.focusPart,
  };
  const kept = advance({ ...known, steps: known.steps.slice(1 - UNDO_MAX_STEPS) }, shown.length > 0);
  const slot = shown.length > 0 ? kept.slot : unseenSlot(kept);
  return { entry: { at, undo, shown }, mark: { ...kept, steps: [...kept.steps, slot] } };
}

/** The mark with one more entry of what was shown, if there is one. */
function advance(mark: JournalMark, shown: boolean): JournalMark {
  if (!shown) return mark;
  let { slot } = mark;
  do slot = (slot + 1) % SHOWN_SLOTS;
  while (mark.steps.includes(slot));
  return { ...mark, end: mark.end + 1, slot };
}

/** A free slot for a step by which nothing was shown: those for such steps come after the others. */
function unseenSlot({ steps }: JournalMark): number {
  let slot = SHOWN_SLOTS;
  while (steps.includes(slot)) slot++;
  return slot;
}

/** What has this number, or a lower one, is too old to be told. */
export const lastUntold = ({ journal }: LiveRecord): number => journal.end - JOURNAL_ENTRIES;

/** [POST undo], [D50]: takes the latest change back that can be undone. Throws `nothing_to_undo`. */
export async function undoLatest(lives: Pick<LiveStore, 'findUndoStep'>, state: LiveState): Promise<Transition> {
  const { id, sequence } = state.record;
  const step = await lives.findUndoStep(id, requireUndo(state), sequence);
  if (!step) throw nothingToUndo();
  return undo(state, step);
}

/** Back to before the change of the step. */
export function undo(
  { record }: LiveState,
  { queue, showing, paused, focusItemId, focusLines = 1, focusPart = 0 }: UndoStep,
): Transition {
  const { journal } = record;
  return {
    record: {
      showing,
      paused,
      focusItemId,
      focusLines,
      focusPart,
      journal: { ...journal, steps: journal.steps.slice(0, -1) },
    },
    queue,
    undoes: true,
  };
}

/** The slot of the step to be undone next. Throws `nothing_to_undo`. */
export function requireUndo({ record: { journal } }: LiveState): number {
  const slot = journal.steps.at(-1);
  if (slot === undefined) throw nothingToUndo();
  return slot;
}

const nothingToUndo = () => new LecternError('nothing_to_undo');

/** What came before the audience: verses that were added, else the one with the focus, where it was not seen before. */
function shownBy(before: LiveState, after: LiveState, queue: readonly QueueChange[]): readonly QueueItem[] {
  if (!showsScripture(after)) return [];
  const added = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  if (added.length > 0) return added;
  const { focusItemId } = after.record;
  if (showsScripture(before) && before.record.focusItemId === focusItemId) return [];
  return after.items.filter(({ id }) => id === focusItemId);
}
