import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toEditionReport } from '../../src/editions/checks/edition-report.ts';
import { inEveryFormat } from './every-format.ts';
import { readText } from './read-text.ts';

const VERSES = ['Gr\ufffde', 'GrÃ¶ÃŸe', '\ue000', 'a\u202eb\u202c', 'Words'];

describe('[D30] text that may have been broken is told', () => {
  for (const [format, files] of inEveryFormat(VERSES))
    test(format.name, async () => {
      const { suspicious } = toEditionReport(format.name, await readText(format, files));
      assert.deepEqual(suspicious, [
        '1 verse has the character U+FFFD in place of one that could not be read: MRK 1:1',
        '1 verse has letters that look like UTF-8 read as Windows-1252: MRK 1:2',
        '1 verse has private-use characters, which have no meaning outside of their own font: MRK 1:3',
        '1 verse has a character that overrides the direction of writing (U+202D, U+202E): MRK 1:4',
        '1 verse has no words: MRK 1:3',
      ]);
    });
});
