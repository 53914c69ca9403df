import { toNotice } from '../../contract/import-notices.ts';
import type { SongFormat } from '../song-format.ts';
import { ByteReader, decodeOldText } from './byte-reader.ts';

const MAGIC = 'WoW File\nSong Words\n';
/** The versions of the format: to read it, to write it, and of the program. Each has three numbers of 4 bytes. */
const VERSIONS_BYTES = 36;
/** The declaration of a class, which stands between the number of blocks and the first one. */
const DECLARATION_BYTES = 22;
const SEPARATOR_BYTES = 2;
const LONG_ENDING = /\.wow-song$/i;
const LABELS = ['Verse', 'Chorus', 'Bridge'];

/** Reads a song of Words of Worship 1 to 3: blocks of lines, each with its kind, then author and copyright. */
export const wordsOfWorshipFormat: SongFormat = {
  name: 'Words of Worship',

  recognizes: ({ bytes }) => bytes.toString('latin1', 0, MAGIC.length) === MAGIC,

  read(source, collector) {
    const reader = new ByteReader(source);
    reader.take(MAGIC.length);
    const [major, minor] = [reader.number(4), reader.number(4)];
    const hasStyles = major > 2 || (major === 2 && minor > 0);
    reader.take(VERSIONS_BYTES - 8);
    const blocks = reader.number(4);
    reader.take(DECLARATION_BYTES);
    const readText = () => {
      const length = reader.number(1);
      return decodeOldText(reader.take(length === 0xff ? reader.number(2) : length));
    };
    collector.setTitle(source.baseName.replace(LONG_ENDING, ''));
    for (let block = 0; block < blocks; block++) {
      if (block > 0) reader.take(SEPARATOR_BYTES);
      const lines: string[] = [];
      for (let count = reader.number(4); count > 0; count--) {
        lines.push(readText());
        if (hasStyles && reader.number(1) !== 0) collector.omit('formatting');
      }
      const label = LABELS[reader.number(4)];
      if (label === undefined) throw source.damaged(null, toNotice('file_damaged'));
      collector.beginVerse(label, null);
      for (const line of lines) {
        if (line.trim() === '') collector.breakSlide();
        else collector.addLine(line, null);
      }
      collector.endVerse();
    }
    collector.addAuthor(readText());
    collector.addCopyright(readText());
  },
};
