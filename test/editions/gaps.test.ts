import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { inEveryFormat } from './every-format.ts';
import { readText, toLines } from './read-text.ts';

/** Returns forty verses, with these texts replaced. */
const forty = (others: Record<number, string>) =>
  Array.from({ length: 40 }, (_, at) => others[at + 1] ?? `Verse${at + 1}`);
/** Returns what each format reads from verses without words. */
const EMPTY = ['\u00ad', '—', '[-]', '(…)'] as const;

describe('[D30] verses without words', () => {
  for (const [format, files] of inEveryFormat(forty({ 7: '[—]', 20: '–' })))
    test(`for ${format.name}: when one in twenty verses of a book has no words, then they are left out, and that is reported`, async () => {
      const edition = await readText(format, files);
      assert.equal(edition.books[0]!.verses.length, 38);
      assert.deepEqual(
        edition.suspicious.map((remark) => remark.replace(/^.*: (?=MRK)/, '')),
        ['MRK 1:7 has no words but "[—]": left out', 'MRK 1:20 has no words but "–": left out'],
      );
    });

  for (const [format, files] of inEveryFormat(forty({ 7: '[—]', 8: '-', 20: '–' })))
    test(`for ${format.name}: when more verses have no words, then the edition is refused and all are named, unless gaps are allowed`, async () => {
      await assert.rejects(readText(format, files), (error: Error) => {
        const lines = error.message.split('\n');
        assert.equal(lines.length, 4);
        assert.match(lines[1]!, /: MRK 1:8 has no words but "-"$/);
        assert.equal(
          lines[3],
          '3 of 40 verses of MRK are empty, more than one in 20. If the edition really has these gaps, add --allow-gaps',
        );
        return true;
      });
      const edition = await readText(format, files, { allowGaps: true });
      assert.equal(edition.books[0]!.verses.length, 37);
      assert.equal(edition.suspicious.length, 3);
    });

  for (const [at, words] of EMPTY.entries())
    test(`when a verse has only words such as ${JSON.stringify(words)}, then it counts as empty; when it has only signs, it does not`, async () => {
      for (const [format, files] of inEveryFormat(forty({ 7: words, 9: '♪', 10: '5' }))) {
        const lines = toLines(await readText(format, files));
        assert.equal(lines.length, 39, format.name);
        assert.ok(lines.includes('MRK 1:9 ♪'));
        // A SWORD module does not have an entry without visible characters.
        const { suspicious } = await readText(format, files);
        const remarks = suspicious.filter((remark) => remark.includes('MRK 1:7'));
        assert.equal(remarks.length, format === swordFormat && at === 0 ? 0 : 1, format.name);
      }
    });
});

describe('[D30] a refusal names what is wrong in one run', () => {
  const twice = (count: number) => {
    const verses = Array.from({ length: count }, (_, at) => `\\v ${at + 1} One.\n\\v ${at + 1} Again.\n`).join('');
    return `\\id PSA Small\n\\c 119\n\\p\n${verses}`;
  };
  const [[usfm], [usx]] = inEveryFormat(['One']) as [
    ReturnType<typeof inEveryFormat>[0],
    ReturnType<typeof inEveryFormat>[0],
  ];

  test('when there are many places, then up to 50 are named, and how many more there are', async () => {
    for (const [count, lines] of [
      [2, 2],
      [50, 50],
      [60, 51],
    ] as const) {
      await assert.rejects(readText(usfm, { 'a.usfm': twice(count) }), (error: Error) => {
        const remarks = error.message.split('\n');
        assert.equal(remarks.length, lines);
        assert.equal(remarks[1], 'a.usfm, line 7: PSA 119:2 appears twice');
        if (count === 60) assert.equal(remarks.at(-1), 'and 10 more places');
        return true;
      });
    }
  });

  test('when several files are wrong, then the places in all files are named, also after one that cannot be read further', async () => {
    const mark =
      '<usx version="3.0"><book code="MRK" style="id"/><chapter number="1"/><verse number="1"/>One.<verse eid="1"/>';
    const luke = `${mark.replace('MRK', 'LUK').replace('number="1"/>One', 'number="x"/>One')}</usx>`;
    await assert.rejects(readText(usx, { 'a.usx': mark, 'b.usx': luke }), (error: Error) => {
      assert.match(error.message, /^a\.usx, line 1: .*\nb\.usx, line 1: "x" is not a verse number$/);
      return true;
    });
  });

  test('when words, numbers and notes in USFM are wrong, then all are named', async () => {
    const text =
      '\\id MRK Small\n\\c 1\n\\p\n\\v 1 One\\f + \\ft n\n\\v two Two.\n\\v 3-2 Three.\n\\c x\n\\p\n\\v 1 Lost.\n\\c 2\n\\p\n\\v 1 One \\xt Gen\n\\p\n\\v 2 a.\n\\v 2 b.\n';
    await assert.rejects(readText(usfm, { 'a.usfm': text }), (error: Error) => {
      assert.deepEqual(
        error.message.split('\n').map((line) => line.replace('a.usfm, line ', '')),
        [
          '5: "two" is not a verse number',
          '6: the note "\\f" is not closed',
          '6: the verse number in MRK 1:3-2 is out of range',
          '7: "x" is not a chapter number',
          '13: "\\xt" is not closed',
          '15: MRK 2:2 appears twice',
        ],
      );
      return true;
    });
  });

  test('when a book stands in two files, then that is one place', async () => {
    const text = `${twice(0)}\\v 1 a\n\\v 2 b\n`;
    const files = { 'a.usfm': text, 'b.usfm': text };
    await assert.rejects(readText(usfm, files), {
      message:
        'b.usfm, line 4: PSA 119:1 appears twice: it is in a.usfm too, which contains the same book. ' +
        'Remove one of the two files, or correct its book code',
    });
  });
});
