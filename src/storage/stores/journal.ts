import type { QueueChange, QueueItem } from './lives.ts';

/** Where the journal of a Live stands; numbers begin at 1, and 0 is none. [D50] */
export interface JournalMark {
  /** The latest of what was shown. */
  readonly end: number;
  /** The step that would be undone next; a later change takes the number after it. */
  readonly undo: number;
  /** How many can be undone one after another. */
  readonly depth: number;
}

/** What brings back the state before a change of what the audience sees. [D50] */
export interface UndoStep {
  readonly queue: readonly QueueChange[];
  readonly showing: boolean;
  readonly paused: boolean;
  readonly focusItemId: string | null;
}

/** What is kept of a change, under the numbers that the mark of the changed Live has: UNDO_MAX_STEPS steps, JOURNAL_ENTRIES of what was shown. */
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
