import { duration } from '../duration.ts';

export const entrance = {
  secret: {
    title: 'Join the reading',
    hint: 'Enter the code you were given. It has twelve characters.',
    label: 'Code',
    enter: 'Join',
    wrong: 'That is not the code. Please look at it once more.',
    limited: (seconds: number) => `That was one try too many. Please wait ${duration('en', seconds)} and try again.`,
  },
  output: { title: 'Output', notice: 'This screen needs the address of its output again.' },
  /** In the frame of the console where what is on air is shown. */
  picture: {
    title: 'On air',
    signedOut: 'Sign in again to see what is on air.',
    foreign: 'This picture can only be seen in the console.',
  },
  unavailable: { title: 'Not available', notice: 'This display is not available at the moment.' },
  missing: {
    title: 'Nothing here',
    notice: 'There is no display at this address. It may be mistyped, or its display is over.',
  },
};

export type EntranceStrings = typeof entrance;
