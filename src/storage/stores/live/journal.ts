import { JOURNAL_MAX_ENTRIES, UNDO_MAX_STEPS } from '../../../contract/limits.ts';
import type { LiveMode } from '../../../contract/schemas/live.ts';
import type { QueueItem, QueueMutation } from './queue.ts';
import type { Remembered } from './remembered.ts';
import type { ShownSlide } from './shown-slide.ts';

/**
 * Where the journal of a Live stands. Its entries are in slots, in which later ones take the place of those that are no longer
 * kept. [D50]
 */
export interface JournalState {
  /** How many entries there have been of what was shown: the number of the latest, which is in `slot`. */
  readonly end: number;
  readonly slot: number;
  /** The slots of the steps that can be undone, the one to be undone next last. Nothing else is written there. */
  readonly steps: readonly number[];
  /** The same of the undone steps that can be done again. With the steps they are UNDO_MAX_STEPS at most. */
  readonly redos: readonly number[];
  /** Whether the latest step moved the focus alone, so that a further one is part of it. */
  readonly stepping: boolean;
  /** The passage or deck of the latest entry while the Live still has it. [D57] */
  readonly content: string | null;
  /** Where that was left, once the Live has it no longer. */
  readonly left: ShownPosition | null;
}

/** What was shown takes one slot after another, so many that all that is kept of it has room beside the steps. */
export const SHOWN_SLOTS = JOURNAL_MAX_ENTRIES + UNDO_MAX_STEPS;

/** Where the journal of a new Live stands. */
export const EMPTY_JOURNAL: JournalState = {
  end: 0,
  slot: SHOWN_SLOTS - 1,
  steps: [],
  redos: [],
  stepping: false,
  content: null,
  left: null,
};

/** What brings back the state before a change of what the audience sees, or before an undo. [D50] */
export interface UndoStep {
  readonly queue: readonly QueueMutation[];
  /** Absent in what a version wrote that knew of no steps in presentation mode: the reader, without a slide. */
  readonly mode?: LiveMode;
  readonly slide?: ShownSlide | null;
  readonly showing: boolean;
  readonly paused: boolean;
  readonly focusItemId: string | null;
  /** Absent in what a version wrote that knew of no interruptions. */
  readonly remembered?: Remembered | null;
  /** The plan, and the entry of it that was shown last. Absent in what a version wrote that knew of no plans. */
  readonly planId?: string | null;
  readonly planEntryId?: string | null;
  /** Absent in what a version without pages wrote: one whole line. */
  readonly focusLines?: number;
  readonly focusPart?: number;
  /** Present where the change set those of the Live too. */
  readonly translations?: readonly string[];
}

/** What is kept of a change. */
export interface JournalEntry {
  readonly slot: number;
  readonly at: string;
  /** What undoes it; of an undo, what does it again. Null where an earlier entry undoes this change too. */
  readonly undo: UndoStep | null;
  /** The verses that it brought before the audience. */
  readonly shown: readonly QueueItem[];
  /** Null where it brought nothing. */
  readonly details: ShownDetails | null;
}

/** A page of the queue, or a slide. */
export interface ShownPosition {
  readonly slide: ShownSlide | null;
  readonly focusItemId: string | null;
  readonly focusLines: number;
  readonly focusPart: number;
}

/** What an entry of the history is beside its verses. */
export interface ShownDetails {
  /** Null for a passage. */
  readonly slide: ShownSlide | null;
  /** Where the entry before was left; null where that is not known. */
  readonly left: ShownPosition | null;
}

/** What came before the audience at a time. */
export interface ShownEntry {
  readonly number: number;
  readonly at: string;
  readonly shown: readonly QueueItem[];
  /** Null for a passage. */
  readonly slide: ShownSlide | null;
}
