import { LecternError } from '../../contract/lectern-error.ts';
import { UNDO_MAX_STEPS } from '../../contract/limits.ts';
import type { JournalEntry, JournalMark, LiveState, QueueChange, QueueItem, UndoStep } from '../../storage/storage.ts';
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
  const known = before.record.journal;
  const end = known.end + Number(shown.length > 0);
  if (undoes) return { entry: { at, undo: null, shown }, mark: { ...after.record.journal, end } };
  const changed =
    // Not where an empty queue is cleared, nor where a slide is hidden or shown.
    (queue.length > 0 && before.items.length + after.items.length > 0) ||
    showsScripture(before) !== showsScripture(after) ||
    (before.record.mode === 'reader' && before.record.paused !== after.record.paused) ||
    before.record.focusItemId !== after.record.focusItemId;
  if (!changed) return null;
  const undo: UndoStep = {
    queue: invertQueueChanges(before.items, queue),
    showing: showsScripture(before),
    paused: before.record.paused,
    focusItemId: before.record.focusItemId,
  };
  const mark = { end, undo: known.undo + 1, depth: Math.min(known.depth + 1, UNDO_MAX_STEPS) };
  return { entry: { at, undo, shown }, mark };
}

/** [POST undo], [D50]: back to before the change of the step. */
export function undo({ record }: LiveState, { queue, showing, paused, focusItemId }: UndoStep): Transition {
  const { end, undo, depth } = record.journal;
  return {
    record: { showing, paused, focusItemId, journal: { end, undo: undo - 1, depth: depth - 1 } },
    queue,
    undoes: true,
  };
}

/** The number of the step to be undone next. Throws `nothing_to_undo`. */
export function requireUndo({ record: { journal } }: LiveState): number {
  if (journal.depth === 0) throw nothingToUndo();
  return journal.undo;
}

export const nothingToUndo = () => new LecternError('nothing_to_undo');

/** What came before the audience: verses that were added, else the one with the focus, where it was not seen before. */
function shownBy(before: LiveState, after: LiveState, queue: readonly QueueChange[]): readonly QueueItem[] {
  if (!showsScripture(after)) return [];
  const added = queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
  if (added.length > 0) return added;
  const { focusItemId } = after.record;
  if (showsScripture(before) && before.record.focusItemId === focusItemId) return [];
  return after.items.filter(({ id }) => id === focusItemId);
}
