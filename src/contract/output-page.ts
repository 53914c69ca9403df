import type { OutputSettings } from './schemas/outputs.ts';
import type { ViewerView } from './viewer-views.ts';

/**
 * Data of an output page [D60]. In addition to the events of a viewer's stream, the stream of an output has `output`
 * (an OutputPage that replaces the previous one), `identify`, `reload`, and `ended` (an OutputEndReason, after which no
 * event follows).
 */
export interface OutputPage {
  name: string;
  view: ViewerView;
  /** `theme` and `scale` default to those of the Live. */
  settings: Omit<OutputSettings, 'theme' | 'scale'> & Partial<Pick<OutputSettings, 'theme' | 'scale'>>;
}

/** Reasons for the end of a stream: the output was deleted, its key was rotated, or it is open on too many screens. */
export type OutputEndReason = 'deleted' | 'rotated' | 'replaced';

/** Texts that the page shows for each reason. */
export type OutputStrings = Record<OutputEndReason, string>;
