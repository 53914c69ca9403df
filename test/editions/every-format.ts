import type { EditionFormat } from '../../src/editions/edition-format.ts';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { csvFormat } from '../../src/editions/formats/csv/csv.ts';
import { jsonFormat } from '../../src/editions/formats/json/json.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import { type SmallBook, toBeblia, toOpenSong, toOsis, toUsfm, toUsfx, toUsx, toZefania } from './small-bible.ts';
import { toModule } from './small-module.ts';

const toCsv = (rows: readonly (readonly string[])[]) =>
  ['book,chapter,verse,text', ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())].join(
    '\n',
  );

type Files = Record<string, string | Buffer>;

/** Returns the words as verses of Mark 1, in every format. */
export function inEveryFormat(verses: readonly string[]): [EditionFormat, Files][] {
  const book: SmallBook = {
    code: 'MRK',
    chapters: [
      {
        chapter: 1,
        verses: verses.map((word, at) => ({
          verse: at + 1,
          last: null,
          words: [{ word, styled: false, note: 'none', comma: false, lineEnds: false }],
          heading: false,
        })),
      },
    ],
  };
  return [
    [usfmFormat, { 'mark.usfm': toUsfm(book) }],
    [usxFormat, { 'mark.usx': toUsx(book, true) }],
    [osisFormat, { 'mark.xml': toOsis([book], true) }],
    [zefaniaFormat, { 'mark.xml': toZefania([book]) }],
    [openSongFormat, { 'mark.xml': toOpenSong([book]) }],
    [bebliaFormat, { 'mark.xml': toBeblia([book]) }],
    [usfxFormat, { 'mark.xml': toUsfx([book]) }],
    [jsonFormat, { 'mark.json': JSON.stringify([{ name: 'Mark', chapters: [verses] }]) }],
    [csvFormat, { 'mark.csv': toCsv(verses.map((words, at) => ['Mark', '1', `${at + 1}`, words])) }],
    [swordFormat, toModule(Object.fromEntries(verses.map((words, at) => [`Mark 1:${at + 1}`, words])))],
  ];
}
