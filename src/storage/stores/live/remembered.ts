import type { ShownSlide } from './shown-slide.ts';

/** What was shown when passages interrupted it, and what they have brought. [D57] */
export interface Remembered {
  /** Null where the queue was shown. */
  readonly slide: ShownSlide | null;
  readonly showing: boolean;
  readonly paused: boolean;
  /** The page of the queue, as in the record. */
  readonly focusItemId: string | null;
  readonly focusLines: number;
  readonly focusPart: number;
  /** The runs that interruptions have queued. */
  readonly runs: readonly string[];
  /** Those of their items that somebody has moved or focused by hand. */
  readonly kept: readonly string[];
}
