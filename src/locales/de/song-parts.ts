import type { songParts as english } from '../en/song-parts.ts';

export const songParts: typeof english = {
  v: 'Strophe',
  c: 'Refrain',
  p: 'Pre-Chorus',
  b: 'Bridge',
  i: 'Intro',
  e: 'Schluss',
  o: 'Anderes',
};
