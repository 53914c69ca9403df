import { findSlideProgram } from '../../contract/archived-files.ts';
import { toNotice } from '../../contract/import-notices.ts';
import type { SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

/** Beginnings of zip archives and of older documents of Microsoft Office, in hexadecimal. */
const DOCUMENT = /^504b0304|^d0cf11e0/;

/** Slides of other programs, which cannot be read. Each of these programs saves them as a PDF. */
export const otherSlides: SongCollection = {
  name: 'slides',

  recognizes({ fileName, head }) {
    const program = DOCUMENT.test(head.toString('hex', 0, 4)) ? findSlideProgram(fileName) : null;
    if (program === null) return false;
    throw new DamagedSongError(fileName, null, toNotice('slides_of_program', { program }));
  },

  async *read() {},
};
