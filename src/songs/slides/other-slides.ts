import { toNotice } from '../../contract/import-notices.ts';
import type { SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

/** Beginnings of zip archives and of older documents of Microsoft Office, in hexadecimal. */
const DOCUMENT = /^504b0304|^d0cf11e0/;
const PROGRAMS: readonly (readonly [name: RegExp, program: string])[] = [
  [/\.(?:ppt|pps|pot)[xm]?$/i, 'PowerPoint'],
  [/\.key$/i, 'Keynote'],
  [/\.(?:odp|otp)$/i, 'Impress'],
];

/** Slides of other programs, which cannot be read. Each of these programs saves them as a PDF. */
export const otherSlides: SongCollection = {
  name: 'slides',

  recognizes: ({ fileName, head }) => DOCUMENT.test(head.toString('hex', 0, 4)) && findProgram(fileName) !== null,

  // biome-ignore lint/correctness/useYield: a collection is a generator
  async *read({ fileName }) {
    throw new DamagedSongError(fileName, null, toNotice('slides_of_program', { program: findProgram(fileName)! }));
  },
};

const findProgram = (fileName: string): string | null => PROGRAMS.find(([name]) => name.test(fileName))?.[1] ?? null;
