import type { PicturePainted } from '../../../src/contract/picture.ts';

/** Tells the console around a picture what stands there now. The message arrives when the browser has painted it. */
export const postToParent = (painted: PicturePainted): void => parent.postMessage(painted, location.origin);
