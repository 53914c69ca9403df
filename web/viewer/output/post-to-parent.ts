import type { PicturePainted } from '../../../src/contract/picture.ts';
import type { PreviewReport } from '../../../src/contract/preview.ts';

/** Notifies the page around a picture or a preview of what was painted. */
export const postToParent = (painted: PicturePainted | PreviewReport): void =>
  parent.postMessage(painted, location.origin);
