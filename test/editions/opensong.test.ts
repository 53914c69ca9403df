import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bookName, CANON_LANGUAGES } from '../../src/domain/scripture/canon.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { readText, toLines } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const read = (body: string) =>
  readText(openSongFormat, { 'Bible.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<bible>\n${body}\n</bible>` });
const book = (name: string, verses = '<v n="1">Word</v>') => `<b n="${name}"><c n="1">${verses}</c></b>\n`;
const sixtySix = (name: (id: number) => string) =>
  Array.from({ length: 66 }, (_, index) => book(name(index + 1))).join('');

describe('OpenSong', () => {
  test('[D30] when a text is read, then words in italics stay, t is the end of a bridge, and newlines are spaces', async () => {
    const edition = await read(
      book('Genesis', '<v n="1" t="2">In the\n   beginning <i>was</i></v><v n="3">the<br/>word<note>n</note>.</v>'),
    );
    assert.deepEqual(toLines(edition), ['GEN 1:1 In the beginning was', 'GEN 1:3 the\nword.']);
    assert.deepEqual([...edition.bridged!], ['1/1:2']);
    assert.deepEqual(edition.removed, { notes: 1 });
    assert.deepEqual([edition.name, edition.language, edition.rights], [null, null, {}]);
  });

  test('[D30] when an INFORMATION block stands before the books, then it gives name, language and rights, however long it is', async () => {
    const information = `<INFORMATION><title>Luther 1912</title><language>GER</language><rights>Gemeinfrei</rights>
<source>https://example.org/lut</source><description>${'A long description. '.repeat(100)}</description></INFORMATION>\n`;
    const files = { 'a.xml': `<bible>\n${information}${book('Genesis')}</bible>` };
    assert.equal(await openSongFormat.recognizes(sourceOf(files)), true);
    const edition = await readText(openSongFormat, files);
    assert.deepEqual(toLines(edition), ['GEN 1:1 Word']);
    assert.deepEqual([edition.name, edition.language, edition.suspicious], ['Luther 1912', 'de', []]);
    assert.deepEqual(edition.rights, {
      edition: 'Luther 1912',
      rights_status: 'Gemeinfrei',
      source_url: 'https://example.org/lut',
    });
  });

  for (const language of CANON_LANGUAGES)
    test(`[D30] when all 66 names are in ${language}, then they are found, in any order`, async () => {
      const names = Array.from({ length: 66 }, (_, index) => bookName(index + 1, language));
      const edition = await read(
        names
          .toReversed()
          .map((name) => book(name))
          .join(''),
      );
      assert.deepEqual(
        edition.books.map(({ name }) => name),
        names,
      );
    });

  test('[D30] when names are not known, then books go by the order of the 66', async () => {
    const edition = await read(sixtySix((id) => (id % 2 === 0 ? `Liber ${id}` : bookName(id, 'en'))));
    assert.deepEqual(
      edition.books.map(({ book_id }) => book_id),
      Array.from({ length: 66 }, (_, index) => index + 1),
    );
    assert.equal(edition.books[1]!.name, 'Liber 2');
  });

  test('[D30] when books are numbers, then they are taken, and named after the canon', async () => {
    const edition = await read(book('40'));
    assert.deepEqual(toLines(edition), ['MAT 1:1 Word']);
    assert.equal(edition.books[0]!.name, 'Matthew');
  });

  const refused: [string, string][] = [
    ['not all 66', book('Genesis') + book('Liber 2')],
    ['66 of which known ones stand elsewhere', sixtySix((id) => (id === 5 ? 'Liber' : bookName(67 - id, 'en')))],
    ['more than 66', sixtySix((id) => bookName(id, 'en')) + book('Liber')],
  ];
  for (const [name, body] of refused)
    test(`[D30] when the books are ${name}, then a name that is not known is refused`, async () => {
      await assert.rejects(read(body), (error) => error instanceof DamagedSourceError && /"Liber/.test(error.message));
    });
});
