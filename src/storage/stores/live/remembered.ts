import type { ShownSlide } from './shown-slide.ts';

/** The state that was shown when passages interrupted it, and the runs that the interruption queued. [D57] */
export interface Remembered {
  /** Null if the queue was shown. */
  readonly slide: ShownSlide | null;
  readonly showing: boolean;
  readonly paused: boolean;
  /** The page of the queue, as in the Live's record. */
  readonly focusItemId: string | null;
  readonly focusLines: number;
  readonly focusPart: number;
  /** The runs that interruptions have queued. */
  readonly runs: readonly string[];
  /** Ids of their items that an operator has moved or focused by hand. */
  readonly kept: readonly string[];
}
