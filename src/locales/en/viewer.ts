import type { OutputStrings } from '../../contract/output-page.ts';
import type { PhoneStrings, ViewerStrings as ScriptStrings } from '../../contract/viewer.ts';

export const viewer = {
  page: { title: 'Reading', otherBrowser: 'To read along, please open this page in another browser.' },
  /** Sent with the page of an output. */
  output: {
    deleted: 'This output was removed.',
    rotated: 'This output has a new address.',
    replaced: 'This output is open elsewhere.',
  } satisfies OutputStrings,
  /** Sent with the picture of what is on air, in the console. */
  pictureReplaced: 'This picture is open in too many places.',
  /** Sent with the page, so that its script loads no other language. */
  strings: {
    backToNow: 'Back to now',
    ended: 'This reading has ended.',
    interrupted: 'Connection interrupted',
    waiting: 'The text appears here as soon as it is shown.',
    next: 'Next',
    hidden: 'Hidden',
    over: 'Over by # min',
    chords: 'Chords',
    chordsLower: 'Chords a semitone lower',
    chordsHigher: 'Chords a semitone higher',
    controls: 'Display',
    smaller: 'Smaller text',
    larger: 'Larger text',
    light: 'Light background',
    dark: 'Dark background',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
  } satisfies ScriptStrings,
  /** Sent with reader pages. */
  phone: {
    parts: 'Parts of this page',
    now: 'Now',
    earlier: 'Earlier',
    order: 'Order',
    more: 'More',
    close: 'Close',
    nothingEarlier: 'What is shown for a while appears here afterwards.',
    further: 'Show more',
    onAir: 'Now',
    failed: 'This could not be loaded. It is tried again when you open it.',
    notes: 'Notes',
    noNotes: 'Tap a verse to write a note.',
    noteTo: 'Note to {0}',
    note: 'Your note',
    noteHint: 'It stays on this device.',
    delete: 'Delete',
    share: 'Share',
    saveNotes: 'Save the notes as a file',
    savePage: 'Save this page as a file',
    notesFull: 'The note could not be kept: this device has no room for it.',
    text: 'Text',
    translation: 'Translation',
    findTranslation: 'Find a translation or language',
    asOnScreen: 'As on the screen',
  } satisfies PhoneStrings,
};

export type ViewerLocaleStrings = typeof viewer;
