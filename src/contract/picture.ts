import type { ViewerView } from './viewer-views.ts';

/**
 * The picture of what is on air, which the console shows in a frame: the page of an output without the output. Server, page and console
 * import this file. [D63]
 */

/** Views that fill a screen, or lie over its picture; the first one unless the address names another. */
export const PICTURE_VIEWS = ['screen', 'lower-third', 'stage'] as const satisfies readonly ViewerView[];
export type PictureView = (typeof PICTURE_VIEWS)[number];

/** The page takes the parameters of an output's address, and `view`, `theme`, `scale`, `lang` and `translations` (slugs with commas). */
export const picturePath = (liveId: string): string => `/console/${encodeURIComponent(liveId)}/picture`;

/** What the picture posts to the page around it each time that it has painted. */
export interface PicturePainted {
  readonly type: 'painted';
  /** Of the Live. */
  readonly sequence: number;
  readonly part: number;
}
