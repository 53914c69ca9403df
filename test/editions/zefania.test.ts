import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import { readText, toLines } from './read-text.ts';

const zefania = (body: string, information = '') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<XMLBIBLE biblename="Short" type="x-bible">\n<INFORMATION>${information}</INFORMATION>\n${body}\n</XMLBIBLE>`;
const read = (body: string, information?: string) =>
  readText(zefaniaFormat, { 'test.xml': zefania(body, information) });
const book = (verses: string, attributes = 'bnumber="1" bname="1. Mose"', chapter = 1) =>
  `<BIBLEBOOK ${attributes}><CHAPTER cnumber="${chapter}">${verses}</CHAPTER></BIBLEBOOK>`;

describe('Zefania XML', () => {
  test('[D30] when words have marks, then they stay; notes, captions, prologues and cross references are left out', async () => {
    const verses = `<PROLOG vref="1">Before</PROLOG><CAPTION vref="1">A Psalm</CAPTION>
<VERS vnumber="1"><gr str="430">Gott</gr><NOTE type="x-studynote">or <STYLE css="i">gods</STYLE></NOTE><STYLE css="font-style:italic">sprach</STYLE>:<BR art="x-nl"/>Es werde<DIV><NOTE>n</NOTE></DIV> Licht<XREF fscope="Jn 1:1">Jn</XREF>.</VERS>
<REMARK vref="1">Remark</REMARK><VERS vnumber="2">Und<BR art="x-p"/> es ward</VERS>`;
    const edition = await read(book(verses));
    assert.deepEqual(toLines(edition), ['GEN 1:1 Gott sprach:\nEs werde Licht.', 'GEN 1:2 Und\nes ward']);
    assert.deepEqual(edition.removed, { introductions: 1, headings: 1, notes: 3, 'cross references': 1 });
    assert.deepEqual(edition.suspicious, []);
    assert.equal(edition.books[0]!.name, '1. Mose');
  });

  test('[D30] when there is INFORMATION, then it gives title, language, rights and source', async () => {
    const information = `<title>Luther 1912</title><language>GER</language><rights>Public domain</rights>
<source>https://example.org/lut</source><identifier>LUT1912</identifier><publisher>Bibelwerk</publisher>`;
    const edition = await read(book('<VERS vnumber="1">Am</VERS>', 'bnumber="1"'), information);
    assert.equal(edition.name, 'Luther 1912');
    assert.equal(edition.language, 'de');
    assert.equal(edition.sourceId, 'zefania:LUT1912');
    assert.deepEqual(edition.rights, {
      edition: 'Luther 1912',
      rights_status: 'Public domain',
      source_url: 'https://example.org/lut',
    });
    assert.equal(edition.books[0]!.name, '1. Mose');
  });

  test('[D30] when there is no title, then the name of the Bible counts; nothing is said of language and rights', async () => {
    const edition = await read(book('<VERS vnumber="1">Am</VERS>'));
    assert.deepEqual([edition.name, edition.language, edition.rights], ['Short', null, { edition: 'Short' }]);
  });

  test('[D30] when books are deuterocanonical, then they go by their name, or by the number of the format', async () => {
    const verse = '<VERS vnumber="1">Word</VERS>';
    const edition = await read(
      [
        book(verse, 'bnumber="69" bname="Tobit"'),
        book(verse, 'bnumber="70" bname="?"'),
        book(verse, 'bnumber="72"'),
      ].join(''),
    );
    assert.deepEqual(toLines(edition), ['TOB 1:1 Word', 'SIR 1:1 Word', '1MA 1:1 Word']);
  });

  test('[D30] when a number is that of another book than the name, then it is refused, and each place is named', async () => {
    const verse = '<VERS vnumber="1">Word</VERS>';
    const books = book(verse, 'bnumber="1" bname="Matthew"') + book(verse, 'bnumber="2" bname="Mark"');
    await assert.rejects(read(books), (error: Error) => {
      assert.match(error.message, /book 1 is called "Matthew", but 1 is the number of Genesis: correct one of them\n/);
      assert.match(error.message, /book 2 is called "Mark", but 2 is the number of Exodus: correct one of them$/);
      return true;
    });
    await assert.rejects(read(book(verse, 'bnumber="1" bname="Mt"')), /book 1 is called "Mt"/);
  });

  test('[D30] when a short form means another book here, or books of Samuel are called Kings, then that is reported', async () => {
    const verse = '<VERS vnumber="1">Word</VERS>';
    const names = [
      'Genesis',
      'Exodus',
      'Lv',
      'Nm',
      'Deuteronomy',
      'Josua',
      'Jud',
      'Ruth',
      '1 Kings',
      '2 Kings',
      '3 Kings',
    ];
    const edition = await read(names.map((name, at) => book(verse, `bnumber="${at + 1}" bname="${name}"`)).join(''));
    assert.equal(edition.books.length, 11);
    assert.deepEqual(
      edition.suspicious.map((remark) => remark.replace(/^.*: /, '')),
      [
        'book 7 is called "Jud", but 7 is the number of Judges, and is read as that book',
        'book 9 is called "1 Kings", but 9 is the number of 1 Samuel, and is read as that book',
        'book 10 is called "2 Kings", but 10 is the number of 2 Samuel, and is read as that book',
      ],
    );
  });

  test('[D30] when a book is an addition to another, then it is found by its name', async () => {
    const verse = '<VERS vnumber="1">Word</VERS>';
    const names = [
      'Additions to Esther',
      'Zusätze zu Daniel',
      'Epistle of Jeremy',
      'Prayer of Azarias',
      'Salmo 151',
      'Susanna',
    ];
    const edition = await read(names.map((name, at) => book(verse, `bnumber="${at + 101}" bname="${name}"`)).join(''));
    assert.deepEqual(
      toLines(edition).map((line) => line.slice(0, 3)),
      ['ESG', 'LJE', 'S3Y', 'SUS', 'PS2', 'DAG'],
    );
  });

  test('[D30] when books come in another order, then they are put in canonical order', async () => {
    const verse = '<VERS vnumber="1">Word</VERS>';
    const edition = await read(book(verse, 'bnumber="40"') + book(verse, 'bnumber="1"'));
    assert.deepEqual(toLines(edition), ['GEN 1:1 Word', 'MAT 1:1 Word']);
  });

  test('[D30] when there are bridges, or parts within one number, then they are taken', async () => {
    const edition = await read(
      book('<VERS vnumber="1-2">One</VERS><VERS vnumber="3a">Two</VERS><VERS vnumber="3b">Three</VERS>'),
    );
    assert.deepEqual(toLines(edition), ['GEN 1:1 One', 'GEN 1:3 Two Three']);
  });

  test('[D30] when a file has small letters or is UTF-16, then it is read', async () => {
    const text =
      '<?xml version="1.0" encoding="utf-16"?><xmlbible><biblebook bnumber="1"><chapter cnumber="1"><vers vnumber="1">Größe</vers></chapter></biblebook></xmlbible>';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    assert.equal(
      await zefaniaFormat.recognizes({
        path: '',
        sha256: '',
        files: [{ name: 'a.xml', size: utf16.length, read: async () => utf16 }],
      }),
      true,
    );
    for (const bytes of [utf16, Buffer.from(utf16).swap16(), Buffer.from(text)])
      assert.deepEqual(toLines(await readText(zefaniaFormat, { 'a.xml': bytes })), ['GEN 1:1 Größe']);
  });

  test('[D30] when an older encoding is declared, then the file is read as declared, and UTF-8 whatever is declared', async () => {
    const document = (encoding: string, text: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><XMLBIBLE><BIBLEBOOK bnumber="1"><CHAPTER cnumber="1"><VERS vnumber="1">${text}</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>`;
    const cases: [encoding: string, bytes: Buffer, text: string][] = [
      ['ISO-8859-1', Buffer.from(document('ISO-8859-1', 'Größe'), 'latin1'), 'Größe'],
      ['windows-1252', Buffer.from(document('windows-1252', '\x84Gr\xf6\xdfe\x93'), 'latin1'), '„Größe“'],
      ['windows-1251', Buffer.from(document('windows-1251', '\xc1\xee\xe3'), 'latin1'), 'Бог'],
      ['UTF-8 that declares another', Buffer.from(document('ISO-8859-1', 'Größe')), 'Größe'],
    ];
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), cases[0]![1]]);
    await assert.rejects(readText(zefaniaFormat, { 'a.xml': marked }), /not UTF-8/, 'a mark at its beginning counts');
    for (const [encoding, bytes, text] of cases) {
      assert.deepEqual(toLines(await readText(zefaniaFormat, { 'a.xml': bytes })), [`GEN 1:1 ${text}`], encoding);
    }
  });
});
