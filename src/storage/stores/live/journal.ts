import { JOURNAL_ENTRIES, UNDO_MAX_STEPS } from '../../../contract/limits.ts';
import type { QueueChange, QueueItem } from './queue.ts';

/**
 * Where the journal of a Live stands. Its entries are in slots, in which later ones take the place of those that are no longer
 * kept. [D50]
 */
export interface JournalMark {
  /** How many entries there have been of what was shown: the number of the latest, which is in `slot`. */
  readonly end: number;
  readonly slot: number;
  /** The slots of the steps that can be undone, the one to be undone next last. Nothing else is written there. */
  readonly steps: readonly number[];
}

/** What was shown takes one slot after another, so many that all that is kept of it has room beside the steps. */
export const SHOWN_SLOTS = JOURNAL_ENTRIES + UNDO_MAX_STEPS;

/** Where the journal of a new Live stands. */
export const EMPTY_JOURNAL: JournalMark = { end: 0, slot: SHOWN_SLOTS - 1, steps: [] };

/** What brings back the state before a change of what the audience sees. [D50] */
export interface UndoStep {
  readonly queue: readonly QueueChange[];
  readonly showing: boolean;
  readonly paused: boolean;
  readonly focusItemId: string | null;
  /** Absent in what a version without pages wrote: one whole line. */
  readonly focusLines?: number;
  readonly focusPart?: number;
}

/** What is kept of a change, where the mark of the changed Live says. */
export interface JournalEntry {
  readonly at: string;
  /** Null for what cannot be undone, such as an undo itself. */
  readonly undo: UndoStep | null;
  /** The verses that it brought before the audience. */
  readonly shown: readonly QueueItem[];
}

/** What came before the audience at a time. */
export interface ShownEntry {
  readonly number: number;
  readonly at: string;
  readonly shown: readonly QueueItem[];
}
