import type { VerseNumbers } from '../../../src/contract/output-settings.ts';
import type { PlannedEnd } from '../../../src/contract/plan-times.ts';
import type { ViewerChord, ViewerSlide, ViewerState, ViewerStrings } from '../../../src/contract/viewer.ts';
import type { Appearance } from '../appearance/appearance.ts';
import type { OnFitProblem } from '../fit/fit-page.ts';

/** Properties of every view. */
export interface ViewProps {
  state: ViewerState;
  /** Whether content is shown. If false, the audience sees only the background; the content is kept. */
  showing: boolean;
  appearance: Appearance;
  strings: ViewerStrings;
  /** Language tag of the interface strings. */
  language: string;
  /** Module that renders slides; undefined until loaded, null if it failed to load. */
  slides: typeof import('../slides/slides.ts') | null | undefined;
  /** Module that renders chords, like `slides`. */
  chorded?: typeof import('../chords/chords.tsx') | null | undefined;
  /** Keys of the editions that an output shows. Absent or null: all of the page, or on a lower third the first two. */
  translations?: readonly string[] | null;
  /** Whether verses have numbers; absent: if a page has several. */
  verseNumbers?: VerseNumbers;
  onProblem?: OnFitProblem;
  /** URL of the image behind a whole screen, or null. Absent: that of the look. */
  image?: string | null;
  /** Stage output only: notes for the speaker. */
  stage?: StageNotesData | null;
  /** Stage output only: whether the audience sees nothing. `showing` is still true and the text stays. */
  hidden?: boolean;
  /** Stage output only: the next slide, while a slide is shown. */
  nextSlide?: ViewerSlide | null;
  /** Stage output only: the chords of a text, which are shown only with it. */
  chords?: { text: string | null | undefined; list: ViewerChord[] } | undefined;
  /** Stage output only: the note of the plan's entry. */
  entryNote?: string | null;
  /** Stage output only: when the plan's entry should end. */
  plannedEnd?: PlannedEnd | null;
}

interface StageNotesData {
  message: string | null;
  /** End of the countdown, ISO 8601. */
  countdown_to: string | null;
  /** Whether the message flashes once when it appears. */
  flash: boolean;
}
