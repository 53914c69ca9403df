import type { PicturePainted } from '../../../src/contract/picture.ts';

/** Notifies the console around a picture of what was painted. The message arrives when the browser has painted it. */
export const postToParent = (painted: PicturePainted): void => parent.postMessage(painted, location.origin);
