import type { OutputStrings } from '../../contract/output-page.ts';
import type { ViewerStrings as ScriptStrings } from '../../contract/viewer.ts';

export const viewer = {
  page: { title: 'Reading', otherBrowser: 'To read along, please open this page in another browser.' },
  /** Told with the page of an output. */
  output: {
    deleted: 'This output was removed.',
    rotated: 'This output has a new address.',
    replaced: 'This output is open in another place.',
  } satisfies OutputStrings,
  /** Told with a picture of what is on air, in the console. */
  pictureReplaced: 'This picture is open in too many places.',
  /** Told with the page, so that its script has no language that it does not need. */
  strings: {
    backToNow: 'Back to now',
    ended: 'This reading has ended.',
    interrupted: 'Connection interrupted',
    waiting: 'As soon as something is shown, it appears here.',
    next: 'Next',
    hidden: 'Hidden',
    controls: 'Display',
    smaller: 'Smaller text',
    larger: 'Larger text',
    light: 'Light background',
    dark: 'Dark background',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
  } satisfies ScriptStrings,
};

export type ViewerLocaleStrings = typeof viewer;
