import { richText } from '../rich-text.ts';

export const lives = {
  list: {
    title: 'Lives',
    own: 'Your own',
    empty: 'There are none here. An app or program with a token creates them; then you see here how many watch each.',
    more: 'More Lives',
  },
  entry: {
    states: {
      stopped: 'Stopped: the audience sees nothing.',
      paused: 'Paused: what it shows is hidden.',
      showing: 'On the screens now.',
      empty: 'Shows nothing now.',
    },
    protected: 'Protected by a code.',
    now: (viewers: number) => (viewers === 0 ? 'Nobody is watching now.' : `${viewers} watching now.`),
    never: 'Nobody has watched it yet.',
    most: <Piece>(viewers: number, at: Piece) => richText`At most ${viewers} at once, on ${at}`,
    operate: 'Open the console',
    watch: 'Watch in the console',
    links: 'Links and QR code',
    views: {
      reader: 'For phones',
      screen: 'Big screen',
      lower_third: 'Lower third, for video',
      stage: 'Stage, for the speaker',
    },
    qr: (name: string) => `QR code of the link for phones: ${name}`,
    qrHint: 'Point a phone at it to read along.',
  },
};

export type LivesStrings = typeof lives;
