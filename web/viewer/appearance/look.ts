import type { LookKind } from '../../../src/contract/looks.ts';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';

/** Returns the kind of what is shown, or null while nothing is. [D76] */
export const findLookKind = ({ showing, type, slide }: ViewerState): LookKind | null =>
  showing && type !== 'empty' ? (slide ? (slide.sung ? 'song' : 'announcement') : 'verse') : null;

/** Returns whether a view has images behind the text. A lower third is over a picture; a stage must be easy to read. */
export const hasBackdrop = (view: ViewerView): boolean =>
  VIEWS[view].surface === 'screen' && VIEWS[view].outputKind !== 'stage';
