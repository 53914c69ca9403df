import type { ViewerSlide, ViewerState, ViewerStrings } from '../../../src/contract/viewer.ts';
import type { OnFitProblem } from '../fit/fit-page.ts';
import type { Appearance } from '../look/appearance.ts';

/** What every view is drawn from. */
export interface ViewProps {
  state: ViewerState;
  /** False: the audience sees the ground only; the content is kept. */
  showing: boolean;
  look: Appearance;
  strings: ViewerStrings;
  /** Language tag of the page's own words. */
  language: string;
  /** Draws slides, once it has been loaded. Null where it could not be loaded. */
  slides: typeof import('../slides/slides.ts') | null | undefined;
  /** Keys of the editions that an output shows. Absent or null: those of the page, on a lower third the first two. */
  translations?: readonly string[] | null;
  onProblem?: OnFitProblem;
  /** Of a stage output: what is for the speaker alone. */
  stage?: StageNotes | null;
  /** Of a stage output: the audience sees nothing now. `showing` is true nevertheless, and the text stays. */
  hidden?: boolean;
  /** Of a stage output, while a slide is shown: the one that comes next. */
  nextSlide?: ViewerSlide | null;
}

interface StageNotes {
  message: string | null;
  /** ISO 8601. */
  countdown_to: string | null;
}
