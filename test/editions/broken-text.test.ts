import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toEditionReport } from '../../src/editions/checks/edition-report.ts';
import { inEveryFormat } from './every-format.ts';
import { readText } from './read-text.ts';

const VERSES = ['Gr\ufffde', 'GrÃ¶ÃŸe', '\ue000', 'a\u202eb\u202c', 'Words'];

describe('[D30] text that may have been broken is reported', () => {
  for (const [format, files] of inEveryFormat(VERSES))
    test(format.name, async () => {
      const { suspicious } = toEditionReport(format.name, await readText(format, files));
      assert.deepEqual(suspicious, [
        'verses with the character U+FFFD in place of one that could not be read (1): MRK 1:1',
        'verses with letters that look like UTF-8 read as Windows-1252 (1): MRK 1:2',
        'verses with private-use characters, which have no meaning outside of their own font (1): MRK 1:3',
        'verses with a character that overrides the direction of writing, U+202D or U+202E (1): MRK 1:4',
        'verses without words (1): MRK 1:3',
      ]);
    });
});
