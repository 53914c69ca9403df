import { isDeepStrictEqual } from 'node:util';
import { LecternError } from '../../contract/lectern-error.ts';
import { JOURNAL_MAX_ENTRIES, UNDO_MAX_STEPS } from '../../contract/limits.ts';
import {
  type JournalEntry,
  type JournalState,
  type LiveRecord,
  type LiveState,
  type LiveStore,
  SHOWN_SLOTS,
  type UndoStep,
} from '../../storage/storage.ts';
import { diffHistory } from './history.ts';
import { invertQueueChanges } from './queue-changes.ts';
import type { Transition } from './transitions.ts';

/** What an undo brings back beside the queue. */
const seenOf = ({ mode, slide, showing, paused, focusItemId, focusLines, focusPart, remembered }: LiveRecord) => ({
  mode,
  slide,
  showing,
  paused,
  focusItemId,
  focusLines,
  focusPart,
  remembered,
});

/** What a step keeps: with the place in the plan, which goes back with what was shown from it. */
const keptOf = (record: LiveRecord) => ({
  ...seenOf(record),
  planId: record.planId,
  planEntryId: record.planEntryId,
});

/** Whether an entry of the plan was shown, be it what was there already. */
const goesInPlan = ({ record: before }: LiveState, { record: after }: LiveState): boolean =>
  after.planEntryId !== null && after.planEntryId !== before.planEntryId;

/** Whether a change is part of the latest step: what undoes that undoes both. */
export const continuesStep = ({ record }: LiveState, { steps = false }: Transition): boolean =>
  steps && record.journal.stepping;

/**
 * What is kept of a change, with where the journal then stands; null where nothing is seen to change.
 * `after` is the state that the transition makes. `latest` is the latest step, of a change that continues it and changes the queue. [D50]
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
    // Not where an empty queue is cleared.
    (queue.length > 0 && before.items.length + after.items.length > 0) ||
    !isDeepStrictEqual(seenOf(before.record), seenOf(after.record)) ||
    goesInPlan(before, after);
  if (!changed && !retraces) return null;
  const { shown, thing, mark: told } = diffHistory(before, after);
  // Of an undo or a redo, without the step that it takes.
  const known = { ...after.record.journal, ...told };
  if (continuesStep(before, transition) && !latest) {
    const mark = advance(known, thing !== null);
    return { entry: thing && { slot: mark.slot, at, undo: null, shown, details: thing }, mark };
  }
  const back = invertQueueChanges(before.items, queue);
  const { translations } = before.record;
  const undo = latest
    ? { ...latest, queue: [...back, ...latest.queue] }
    : { queue: back, ...keptOf(before.record), ...(translations !== after.record.translations && { translations }) };
  const kept = advance(retraces ? known : withoutOldest(known, latest !== null), thing !== null);
  const slot = thing ? kept.slot : unseenSlot(kept);
  const list = retraces === 'undo' ? 'redos' : 'steps';
  return {
    entry: { slot, at, undo, shown, details: thing },
    mark: { ...kept, [list]: [...kept[list], slot], stepping: steps },
  };
}

/** With room for one more step; `renewed`: that takes the place of the latest. What was undone can no longer be done again. */
function withoutOldest(mark: JournalState, renewed: boolean): JournalState {
  const steps = renewed ? mark.steps.slice(0, -1) : mark.steps;
  return { ...mark, steps: steps.slice(1 - UNDO_MAX_STEPS), redos: [] };
}

/** The mark with one more entry of what was shown, if there is one. */
function advance(mark: JournalState, shown: boolean): JournalState {
  if (!shown) return mark;
  let { slot } = mark;
  do slot = (slot + 1) % SHOWN_SLOTS;
  while (isTaken(mark, slot));
  return { ...mark, end: mark.end + 1, slot };
}

const isTaken = ({ steps, redos }: JournalState, slot: number): boolean => steps.includes(slot) || redos.includes(slot);

/** A free slot for a step by which nothing was shown: those for such steps come after the others. */
function unseenSlot(mark: JournalState): number {
  let slot = SHOWN_SLOTS;
  while (isTaken(mark, slot)) slot++;
  return slot;
}

/** What has this number, or a lower one, is too old to be told. */
export const lastExpiredNumber = ({ journal }: LiveRecord): number => journal.end - JOURNAL_MAX_ENTRIES;

/**
 * [POST undo], [POST redo], [D50]: takes the latest change back that can be undone, or does again what was undone last. Throws
 * `nothing_to_undo` and `nothing_to_redo`.
 */
export async function undoOrRedo(
  lives: Pick<LiveStore, 'findUndoStep'>,
  state: LiveState,
  retraces: 'undo' | 'redo',
): Promise<Transition> {
  const { id, sequence } = state.record;
  const step = await lives.findUndoStep(id, requireUndoSlot(state, retraces), sequence);
  if (!step) throw nothingTo(retraces);
  return toUndoTransition(state, step, retraces);
}

/** To what was there before the change of the step, or before it was undone. */
export function toUndoTransition({ record }: LiveState, step: UndoStep, retraces: 'undo' | 'redo'): Transition {
  const { queue, mode = 'reader', slide = null, focusLines = 1, focusPart = 0, remembered = null, ...kept } = step;
  const { planId = null, planEntryId = null, ...seen } = kept;
  const { journal } = record;
  const list = retraces === 'undo' ? 'steps' : 'redos';
  return {
    record: {
      ...seen,
      mode,
      slide,
      focusLines,
      focusPart,
      remembered,
      // Of the plan that is there now: another one was begun by hand.
      ...(planId !== null && planId === record.planId && { planEntryId }),
      journal: { ...journal, [list]: journal[list].slice(0, -1) },
    },
    queue,
    retraces,
  };
}

/** The slot of the step to be undone or done again next. Throws `nothing_to_undo` and `nothing_to_redo`. */
export function requireUndoSlot({ record: { journal } }: LiveState, retraces: 'undo' | 'redo'): number {
  const slot = (retraces === 'undo' ? journal.steps : journal.redos).at(-1);
  if (slot === undefined) throw nothingTo(retraces);
  return slot;
}

const NOTHING = { undo: 'nothing_to_undo', redo: 'nothing_to_redo' } as const;
const nothingTo = (retraces: 'undo' | 'redo') => new LecternError(NOTHING[retraces]);
