import { JOURNAL_MAX_ENTRIES, UNDO_MAX_STEPS } from '../../../contract/limits.ts';
import type { PassageRange } from '../../../contract/passage-format.ts';
import type { LiveMode } from '../../../contract/schemas/live.ts';
import type { QueueItem, QueueMutation } from './queue.ts';
import type { Remembered } from './remembered.ts';
import type { ShownSlide } from './shown-slide.ts';

/**
 * The author of the last change of a Live. Names are looked up when shown, so that personal names do not outlive the
 * account here.
 */
export interface LastChange {
  readonly at: string;
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
}

/**
 * The state of a Live's journal. Its entries are stored in slots, and later entries overwrite those that are no longer
 * kept. [D50]
 */
export interface JournalState {
  /** Total number of history entries, which is the number of the latest. It is stored in `slot`. */
  readonly end: number;
  readonly slot: number;
  /** Slots of the steps that can be undone, the next one to undo last. Nothing else is written there. */
  readonly steps: readonly number[];
  /** Slots of the undone steps that can be redone, the next one last. Together with `steps`, at most UNDO_MAX_STEPS. */
  readonly redos: readonly number[];
  /** Whether the latest step only moved the focus, so that a further move is merged into it. */
  readonly stepping: boolean;
  /** The passage or deck of the latest entry while the Live still has it. [D57] */
  readonly content: string | null;
  /** The last position in that content, once the Live no longer has it. */
  readonly left: ShownPosition | null;
  /** The change that the next undo reverts. Null without one, and if a version without this field wrote the change. */
  readonly undoable: UndoableChange | null;
}

/** A change that an undo can revert. */
export interface UndoableChange extends LastChange {
  /** The verses that the change added or removed; null if it did neither. */
  readonly verses: { readonly revisionId: string; readonly passages: readonly PassageRange[] } | null;
}

/**
 * Number of slots for history entries: they are used in turn, and there is room for all kept entries besides the steps.
 */
export const SHOWN_SLOTS = JOURNAL_MAX_ENTRIES + UNDO_MAX_STEPS;

/** The journal state of a new Live. */
export const EMPTY_JOURNAL: JournalState = {
  end: 0,
  slot: SHOWN_SLOTS - 1,
  steps: [],
  redos: [],
  stepping: false,
  content: null,
  left: null,
  undoable: null,
};

/** The data that restores the state before a change of what the audience sees, or before an undo. [D50] */
export interface UndoStep {
  readonly queue: readonly QueueMutation[];
  /** Absent in steps written before presentation mode was undoable: reader mode, without a slide. */
  readonly mode?: LiveMode;
  readonly slide?: ShownSlide | null;
  readonly showing: boolean;
  readonly paused: boolean;
  readonly focusItemId: string | null;
  /** Absent in steps written before interruptions existed. */
  readonly remembered?: Remembered | null;
  /** The plan and its last shown entry. Absent in steps written before plans existed. */
  readonly planId?: string | null;
  readonly planEntryId?: string | null;
  /** Absent in steps written before the content of plan entries was stored. */
  readonly planContents?: readonly string[] | null;
  /** The change that the undo before this one reverts. Absent in steps written before it was stored. */
  readonly undoable?: UndoableChange | null;
  /** Absent in steps written before pages existed: one whole line. */
  readonly focusLines?: number;
  readonly focusPart?: number;
  /** Present if the change also set the Live's translations. */
  readonly translations?: readonly string[];
}

/** The journal entry of one change. */
export interface JournalEntry {
  readonly slot: number;
  readonly at: string;
  /**
   * The step that undoes the change, or redoes it if the change is an undo. Null if an earlier entry also undoes this
   * change.
   */
  readonly undo: UndoStep | null;
  /** The verses that the change brought before the audience. */
  readonly shown: readonly QueueItem[];
  /** Null if the change brought nothing before the audience. */
  readonly details: ShownDetails | null;
}

/** A position in the shown content: a page of the queue, or a slide. */
export interface ShownPosition {
  readonly slide: ShownSlide | null;
  readonly focusItemId: string | null;
  readonly focusLines: number;
  readonly focusPart: number;
}

/** The details of a history entry besides its verses. */
export interface ShownDetails {
  /** Null for a passage. */
  readonly slide: ShownSlide | null;
  /** The last position in the previous entry, or null if it is not known. */
  readonly left: ShownPosition | null;
}

/** A history entry: content that came before the audience. */
interface HistoryEntry {
  readonly number: number;
  readonly at: string;
  /** Null for a passage. */
  readonly slide: ShownSlide | null;
}

/** A history entry with its queue items, which can be shown again. */
export interface ShownEntry extends HistoryEntry {
  readonly shown: readonly QueueItem[];
  /** The last position in the content, or null if it is not known. */
  readonly left: ShownPosition | null;
}

/** A history entry with its queue items as they were shown. */
export interface ShownItems extends HistoryEntry, Pick<ListedShownEntry, 'passages'> {
  readonly shown: readonly QueueItem[];
}

/** A history entry in a list. */
export interface ListedShownEntry extends HistoryEntry {
  /** Null for a passage. */
  readonly deckTitle: string | null;
  /** The verses in the numbers of the first translation. Empty for a deck. */
  readonly passages: readonly PassageRange[];
  /** The edition revisions of the verses, that of the first verse first, with their numbers of verses. */
  readonly revisions: readonly { readonly id: string; readonly verses: number }[];
  /**
   * A JSON array of DisplayVerses, each of which ends in `"rights":N}`: the index in `revisions`, in place of rights
   * and attribution. Null if the list was read without verses.
   */
  readonly verses: string | null;
}
