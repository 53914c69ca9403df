import { richText } from '../rich-text.ts';

export const lives = {
  list: {
    title: 'Lives',
    own: 'Personal',
    empty: 'No Lives yet. Create one in the console, or with an app.',
    more: 'More Lives',
  },
  entry: {
    states: {
      stopped: 'Stopped. The audience sees nothing.',
      paused: 'Hidden. The audience does not see the content.',
      showing: 'On air.',
      empty: 'Nothing on air.',
    },
    protected: 'Protected by a code.',
    now: (viewers: number) => (viewers === 0 ? 'No viewers now.' : `${viewers} watching now.`),
    never: 'No viewers yet.',
    most: <Piece>(viewers: number, at: Piece) => richText`Peak: ${viewers} at once, on ${at}`,
    operate: 'Open the console',
    watch: 'View in the console',
    links: 'Links and QR code',
    views: {
      reader: 'For phones',
      screen: 'Big screen',
      lower_third: 'Lower third, for video',
      stage: 'Stage, for the speaker',
    },
    qr: (name: string) => `QR code of the link for phones: ${name}`,
    qrHint: 'Scan it with a phone to read along.',
  },
};

export type LivesStrings = typeof lives;
