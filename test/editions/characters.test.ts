import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import { inEveryFormat } from './every-format.ts';
import { readText, toLines } from './read-text.ts';
import { toModule } from './small-module.ts';

describe('[D30] Windows-1252 that was read as Latin-1', () => {
  for (const [format, files] of inEveryFormat(['David\u0092s', 'a\u0096b\u0093c\u0094', '🕊d\u0080e\u0085f\u009f'])) {
    test(`for ${format.name}: when the text has controls, then they become what Windows means by them, and that is reported`, async () => {
      const edition = await readText(format, files);
      assert.deepEqual(toLines(edition), ['MRK 1:1 David’s', 'MRK 1:2 a–b“c”', 'MRK 1:3 🕊d€e…fŸ']);
      assert.equal(edition.suspicious.length, 1, edition.suspicious.join());
      assert.match(
        edition.suspicious[0]!,
        /^(\S*mark\.(?:\S+, line \d+|json \(Mark\))|modules\S+): from here on, 7 control characters were read as Windows-1252 characters/,
      );
    });
  }

  test('when a file says it is Latin-1, then its bytes are read as what Windows means by them', async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><XMLBIBLE biblename="David\x92s"><BIBLEBOOK bnumber="1" bname="G\x92"><CHAPTER cnumber="1"><VERS vnumber="1">Gr\xfc\xdfe\x85 &#146;</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>';
    const edition = await readText(zefaniaFormat, { 'a.xml': Buffer.from(text, 'latin1') });
    assert.deepEqual(toLines(edition), ['GEN 1:1 Grüße… ’']);
    assert.equal(edition.books[0]!.name, 'G’');
    assert.match(edition.suspicious.join(), /^a\.xml, line 1: from here on, 2 control characters were read as/);
  });

  test('when a module is in Latin-1, then its bytes are read as what Windows means by them', async () => {
    const conf = { SourceType: null, Encoding: null };
    const words = { 'Gen 1:1': Buffer.from('Gr\xfc\xdfe\x85 \x84Gott\x93', 'latin1') };
    const edition = await readText(swordFormat, toModule(words, { conf }));
    assert.deepEqual(toLines(edition), ['GEN 1:1 Grüße… „Gott“']);
    assert.match(edition.suspicious.join(), /3 control characters were read as Windows-1252/);
  });

  test('when Windows has no character for a control, then it is left out, and that is reported', async () => {
    const edition = await readText(usfmFormat, { 'a.usfm': '\\id MRK Small\n\\c 1\n\\p\n\\v 1 a\u0081b\n' });
    assert.deepEqual(toLines(edition), ['MRK 1:1 ab']);
    assert.deepEqual(edition.suspicious, ['a.usfm, line 4: a control character was left out: the file may be damaged']);
  });
});

describe('[D30] NUL', () => {
  test('when USFM or a module contains NUL, then it is left out, and reported with its place', async () => {
    const usfm = '\\id MRK Small\n\\c 1\n\\p\n\\v 1 One.\n\\v 2 Tw\0o.\0\0\n';
    const edition = await readText(usfmFormat, { 'a.usfm': usfm });
    assert.deepEqual(toLines(edition), ['MRK 1:1 One.', 'MRK 1:2 Two.']);
    assert.deepEqual(edition.suspicious, [
      'a.usfm, line 5: from here on, 3 control characters were left out: the file may be damaged',
    ]);
    const module = await readText(swordFormat, toModule({ 'Mark 1:1': 'On\0e' }));
    assert.deepEqual(toLines(module), ['MRK 1:1 One']);
    assert.match(module.suspicious.join(), /a control character was left out/);
  });
});

describe('[D30] USFM in UTF-16', () => {
  const text = '\\id JHN Kleine Bibel\n\\c 1\n\\p\n\\v 1 Größe „神“.\n';
  for (const mark of ['', '\ufeff'])
    for (const [order, swap] of [
      ['little', false],
      ['big', true],
    ] as const)
      test(`when USFM comes ${order} end first, ${mark === '' ? 'without' : 'with'} a byte order mark, then it is read`, async () => {
        const bytes = Buffer.from(mark + text, 'utf16le');
        const edition = await readText(usfmFormat, { 'a.usfm': swap ? bytes.swap16() : bytes });
        assert.deepEqual(toLines(edition), ['JHN 1:1 Größe „神“.']);
        assert.deepEqual([edition.name, edition.suspicious], ['Kleine Bibel', []]);
      });
});

describe('[D30] words that are written with marks of their parts', () => {
  for (const [format, files] of inEveryFormat(['בְּ/רֵאשִׁית', 'וְ/הָ/אָרֶץ', 'and/or', 'א/1']))
    test(`for ${format.name}: when a slash stands within a Hebrew word, then it is left out and counted`, async () => {
      const edition = await readText(format, files);
      assert.deepEqual(toLines(edition), ['MRK 1:1 בְּרֵאשִׁית', 'MRK 1:2 וְהָאָרֶץ', 'MRK 1:3 and/or', 'MRK 1:4 א/1']);
      assert.equal(edition.removed['slashes within Hebrew words'], 3);
    });
});

describe('[D30] verses in another order', () => {
  test('when verses come in another order, then they are put in order, and reported with their places', async () => {
    const usfm = '\\id MRK Small\n\\c 2\n\\p\n\\v 1 One.\n\\c 1\n\\p\n\\v 2 Two.\n\\v 1 One.\n\\v 3 Three.\n';
    const edition = await readText(usfmFormat, { 'a.usfm': usfm });
    assert.deepEqual(toLines(edition), ['MRK 1:1 One.', 'MRK 1:2 Two.', 'MRK 1:3 Three.', 'MRK 2:1 One.']);
    assert.deepEqual(edition.suspicious, [
      'a.usfm, line 7: MRK 1:2 stands after MRK 2:1 in the source and was moved into order',
      'a.usfm, line 8: MRK 1:1 stands after MRK 2:1 in the source and was moved into order',
      'a.usfm, line 9: MRK 1:3 stands after MRK 2:1 in the source and was moved into order',
    ]);
  });
});
