import type { SongFileReport } from '../../src/songs/song.ts';

/** Returns what was left out, as numbers by kind. */
export const omittedOf = ({ omitted }: SongFileReport): Record<string, number> =>
  Object.fromEntries(omitted.map(({ kind, count }) => [kind, count]));
