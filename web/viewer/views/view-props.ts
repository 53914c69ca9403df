import type { ViewerState, ViewerStrings } from '../../../src/contract/viewer.ts';
import type { Look } from '../look/look.ts';

/** What every view is drawn from. */
export interface ViewProps {
  state: ViewerState;
  /** False: the audience sees the ground only; the content is kept. */
  showing: boolean;
  look: Look;
  strings: ViewerStrings;
  /** Language tag of the page's own words. */
  language: string;
  /** Draws slides, once it has been loaded. Null where it could not be loaded. */
  slides: typeof import('../slides/slides.ts') | null | undefined;
}
