import { duration } from '../duration.ts';

export const entrance = {
  secret: {
    title: 'Join the reading',
    hint: 'Enter the 12-character secret you were given.',
    label: 'Secret',
    enter: 'Join',
    wrong: 'That secret is not right. Check it and try again.',
    limited: (seconds: number) => `Too many attempts. Wait ${duration('en', seconds)} and try again.`,
  },
  output: { title: 'Output', notice: 'Open the address of this output again.' },
  /** Notices in the picture of what is on air, in the console. */
  picture: {
    title: 'On air',
    signedOut: 'Sign in again to see what is on air.',
    foreign: 'This picture is only available in the console.',
  },
  /** Notices in the preview of a draft, in the console. */
  preview: {
    title: 'Preview',
    signedOut: 'Sign in again to see the preview.',
    foreign: 'This preview is only available in the console.',
  },
  unavailable: { title: 'Not available', notice: 'This display is not available right now.' },
  missing: {
    title: 'Nothing here',
    notice: 'There is no display at this address. Check the address; the display may also have ended.',
  },
};

export type EntranceStrings = typeof entrance;
