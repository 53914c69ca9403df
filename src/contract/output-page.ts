import type { OutputSettings } from './schemas/outputs.ts';
import type { ViewerView } from './viewer-views.ts';

/**
 * What the server and the page of an output say to each other beside what a viewer and the server do [D60]. The stream has four events
 * more: `output` (an OutputPage: it is another one than before), `identify` and `reload`, and `ended` (an OutputEndReason: nothing follows).
 */
export interface OutputPage {
  name: string;
  view: ViewerView;
  /** Without `theme` and `scale` those of the Live hold. */
  settings: Omit<OutputSettings, 'theme' | 'scale'> & Partial<Pick<OutputSettings, 'theme' | 'scale'>>;
}

/** Why a page does not show its output any more: the output is deleted, has another address, or is open in too many places. */
export type OutputEndReason = 'deleted' | 'rotated' | 'replaced';

/** What the page says then, told with it. */
export type OutputStrings = Record<OutputEndReason, string>;
