import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toEditionReport } from '../../src/editions/edition-report.ts';
import { openSongFormat } from '../../src/editions/formats/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis.ts';
import { swordFormat } from '../../src/editions/formats/sword.ts';
import { usfmFormat } from '../../src/editions/formats/usfm.ts';
import { usxFormat } from '../../src/editions/formats/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania.ts';
import type { EditionFormat } from '../../src/editions/read-edition.ts';
import { readText } from './read-text.ts';
import { type SmallBook, toOpenSong, toOsis, toUsfm, toUsx, toZefania } from './small-bible.ts';
import { toModule } from './small-module.ts';

const VERSES = ['[]', 'Gr\ufffde', 'GrÃ¶ÃŸe', '\ue000', 'a\u202eb\u202c', 'Words'];

const book: SmallBook = {
  code: 'MRK',
  chapters: [
    {
      chapter: 1,
      verses: VERSES.map((word, at) => ({
        verse: at + 1,
        last: null,
        words: [{ word, styled: false, note: 'none', comma: false, lineEnds: false }],
        heading: false,
      })),
    },
  ],
};

const sources: [EditionFormat, Record<string, string | Buffer>][] = [
  [usfmFormat, { 'mark.usfm': toUsfm(book) }],
  [usxFormat, { 'mark.usx': toUsx(book, true) }],
  [osisFormat, { 'mark.xml': toOsis([book], true) }],
  [zefaniaFormat, { 'mark.xml': toZefania([book]) }],
  [openSongFormat, { 'mark.xml': toOpenSong([book]) }],
  [swordFormat, toModule(Object.fromEntries(VERSES.map((words, at) => [`Mark 1:${at + 1}`, words])))],
];

describe('[D30] text that may have been broken is told', () => {
  for (const [format, files] of sources)
    test(format.name, async () => {
      const { suspicious } = toEditionReport(format.name, await readText(format, files));
      assert.deepEqual(suspicious, [
        '1 verse has the character U+FFFD in place of one that could not be read: MRK 1:2',
        '1 verse has letters that look like UTF-8 read as Windows-1252: MRK 1:3',
        '1 verse has private-use characters, which have no meaning outside of their own font: MRK 1:4',
        '1 verse has a character that overrides the direction of writing (U+202D, U+202E): MRK 1:5',
        '2 verses have no words: MRK 1:1, MRK 1:4',
      ]);
    });
});
