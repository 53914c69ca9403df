import type { songParts as english } from '../en/song-parts.ts';

export const songParts: typeof english = {
  v: 'Estrofe',
  c: 'Refrão',
  p: 'Pré-refrão',
  b: 'Ponte',
  i: 'Introdução',
  e: 'Final',
  o: 'Outra',
};
