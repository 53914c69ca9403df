import { isDeepStrictEqual } from 'node:util';
import { LecternError } from '../../../contract/lectern-error.ts';
import { JOURNAL_MAX_ENTRIES, UNDO_MAX_STEPS } from '../../../contract/limits.ts';
import {
  type JournalEntry,
  type JournalState,
  type LiveRecord,
  type LiveState,
  type LiveStore,
  SHOWN_SLOTS,
  type UndoableChange,
  type UndoStep,
} from '../../../storage/storage.ts';
import { invertQueueChanges } from '../state/queue-changes.ts';
import { toChangedVerses } from './describe-change.ts';
import { diffHistory } from './history.ts';
import type { Transition } from './transitions.ts';

/** Returns the fields that an undo restores in addition to the queue. */
const visibleFields = ({
  mode,
  slide,
  showing,
  paused,
  focusItemId,
  focusLines,
  focusPart,
  remembered,
}: LiveRecord) => ({
  mode,
  slide,
  showing,
  paused,
  focusItemId,
  focusLines,
  focusPart,
  remembered,
});

/** Returns what an undo step stores: the restorable fields, the position in the plan, and the change before. */
const undoFields = (record: LiveRecord) => ({
  ...visibleFields(record),
  planId: record.planId,
  planEntryId: record.planEntryId,
  planContents: record.planContents,
  undoable: record.journal.undoable,
});

/** Returns true if the change showed an entry of the plan, even one whose content was already on air. */
const showsPlanEntry = ({ record: before }: LiveState, { record: after }: LiveState): boolean =>
  after.planEntryId !== null && after.planEntryId !== before.planEntryId;

/** Returns true if a change belongs to the latest undo step, so that one undo reverts both. */
export const continuesStep = ({ record }: LiveState, { steps = false }: Transition): boolean =>
  steps && record.journal.stepping;

/**
 * Returns the journal entry of a change and the new journal state, or null if nothing visible changed. `after` is the
 * state that the transition produces. `latest` is the latest undo step, given if the change continues it and changes
 * the queue. [D50]
 */
export function toJournalUpdate(
  before: LiveState,
  after: LiveState,
  transition: Transition,
  at: string,
  latest: UndoStep | null = null,
): { entry: JournalEntry | null; mark: JournalState } | null {
  const { queue, steps = false, retraces } = transition;
  const changed =
    // Clearing an empty queue changes nothing.
    (queue.length > 0 && before.items.length + after.items.length > 0) ||
    !isDeepStrictEqual(visibleFields(before.record), visibleFields(after.record)) ||
    showsPlanEntry(before, after);
  if (!changed && !retraces) return null;
  const { shown, thing, mark: historyMark } = diffHistory(before, after);
  // After an undo or redo, the journal no longer has the step that was used.
  const known = { ...after.record.journal, ...historyMark };
  if (!retraces) Object.assign(known, { undoable: toUndoable(before, after, transition) });
  if (continuesStep(before, transition) && !latest) {
    const mark = advance(known, thing !== null);
    return { entry: thing && { slot: mark.slot, at, undo: null, shown, details: thing }, mark };
  }
  const back = invertQueueChanges(before.items, queue);
  const { translations } = before.record;
  const undo = latest
    ? { ...latest, queue: [...back, ...latest.queue] }
    : {
        queue: back,
        ...undoFields(before.record),
        ...(translations !== after.record.translations && { translations }),
      };
  const kept = advance(retraces ? known : withoutOldest(known, latest !== null), thing !== null);
  const slot = thing ? kept.slot : findUndoSlot(kept);
  const list = retraces === 'undo' ? 'redos' : 'steps';
  return {
    entry: { slot, at, undo, shown, details: thing },
    mark: { ...kept, [list]: [...kept[list], slot], stepping: steps },
  };
}

function toUndoable(before: LiveState, after: LiveState, { queue }: Transition): UndoableChange | null {
  const { changed } = after.record;
  return changed && { ...changed, verses: toChangedVerses(before.items, queue) };
}

/** Removes the oldest step if the journal is full, or the latest one if `replacesLatest`. Discards the redo steps. */
function withoutOldest(mark: JournalState, replacesLatest: boolean): JournalState {
  const steps = replacesLatest ? mark.steps.slice(0, -1) : mark.steps;
  return { ...mark, steps: steps.slice(1 - UNDO_MAX_STEPS), redos: [] };
}

/** Returns the journal state with the next history slot, or unchanged if nothing was shown. */
function advance(mark: JournalState, shown: boolean): JournalState {
  if (!shown) return mark;
  let { slot } = mark;
  do slot = (slot + 1) % SHOWN_SLOTS;
  while (isTaken(mark, slot));
  return { ...mark, end: mark.end + 1, slot };
}

const isTaken = ({ steps, redos }: JournalState, slot: number): boolean => steps.includes(slot) || redos.includes(slot);

/** Returns a free slot for a step without a history entry. These slots follow those of the history. */
function findUndoSlot(mark: JournalState): number {
  let slot = SHOWN_SLOTS;
  while (isTaken(mark, slot)) slot++;
  return slot;
}

/** Returns the highest entry number that is too old for the history. */
export const lastExpiredNumber = ({ journal }: LiveRecord): number => journal.end - JOURNAL_MAX_ENTRIES;

/**
 * Undoes the latest step, or redoes the latest undone step. Throws `nothing_to_undo` and `nothing_to_redo`. [POST
 * undo], [POST redo], [D50]
 */
export async function undoOrRedo(
  lives: Pick<LiveStore, 'findUndoStep'>,
  state: LiveState,
  retraces: 'undo' | 'redo',
): Promise<Transition> {
  const { id, sequence } = state.record;
  const step = await lives.findUndoStep(id, requireUndoSlot(state, retraces), sequence);
  if (!step) throw nothingToError(retraces);
  return toUndoTransition(state, step, retraces);
}

/** Returns the transition that restores the content stored in an undo or redo step. */
export function toUndoTransition({ record }: LiveState, step: UndoStep, retraces: 'undo' | 'redo'): Transition {
  const { queue, mode = 'reader', slide = null, focusLines = 1, focusPart = 0, remembered = null, ...kept } = step;
  const { planId = null, planEntryId = null, planContents = null, undoable = null, ...fields } = kept;
  const { journal } = record;
  const list = retraces === 'undo' ? 'steps' : 'redos';
  return {
    record: {
      ...fields,
      mode,
      slide,
      focusLines,
      focusPart,
      remembered,
      // The position belongs to its own plan. Another plan may have been attached since.
      ...(planId !== null && planId === record.planId && { planEntryId, planContents }),
      journal: { ...journal, undoable, [list]: journal[list].slice(0, -1) },
    },
    queue,
    retraces,
  };
}

/** Returns the slot of the next step to undo or redo. Throws `nothing_to_undo` and `nothing_to_redo`. */
export function requireUndoSlot({ record: { journal } }: LiveState, retraces: 'undo' | 'redo'): number {
  const slot = (retraces === 'undo' ? journal.steps : journal.redos).at(-1);
  if (slot === undefined) throw nothingToError(retraces);
  return slot;
}

const NOTHING = { undo: 'nothing_to_undo', redo: 'nothing_to_redo' } as const;
const nothingToError = (retraces: 'undo' | 'redo') => new LecternError(NOTHING[retraces]);
