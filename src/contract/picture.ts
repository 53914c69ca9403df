import type { ViewFor } from './view-choices.ts';

/**
 * Picture of what is on air, which the console shows in a frame. It is the page of an output, without an output. Shared
 * by server, page and console. [D63]
 */

export type PictureView = ViewFor<'picture'>;

/**
 * Returns the path of a picture. It accepts the URL parameters of an output, and `view`, `theme`, `scale`, `lang` and
 * `translations`.
 */
export const picturePath = (liveId: string): string => `/console/${encodeURIComponent(liveId)}/picture`;

/** Message that the picture posts to the console after each paint. */
export interface PicturePainted {
  readonly type: 'painted';
  /** Sequence of the Live. */
  readonly sequence: number;
  readonly part: number;
}
