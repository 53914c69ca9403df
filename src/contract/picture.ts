import type { ViewerView } from './viewer-views.ts';

/**
 * Picture of what is on air, which the console shows in a frame. It is the page of an output, without an output. Shared
 * by server, page and console. [D63]
 */

/** Views of a picture. The first one is the default. */
export const PICTURE_VIEWS = ['screen', 'lower-third', 'stage'] as const satisfies readonly ViewerView[];
export type PictureView = (typeof PICTURE_VIEWS)[number];

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
