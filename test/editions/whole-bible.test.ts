import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { bookName, findBook, osisOf } from '../../src/domain/scripture/canon.ts';
import type { EditionFormat, ParsedEdition } from '../../src/editions/edition-format.ts';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import type { EditionBook } from '../../src/editions/normalized-edition.ts';
import { openEditionSource } from '../../src/editions/sources/open-source.ts';
import { readText } from './read-text.ts';

const path = join(process.env.LECTERN_TEST_TEXTS ?? '', 'bsb_usfm.zip');
const skip =
  !process.env.LECTERN_TEST_TEXTS || !existsSync(path) ? 'LECTERN_TEST_TEXTS names no folder with bsb_usfm.zip' : false;

const toXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Converts USFM as the Berean Standard Bible uses it, with a marker at the beginning of each line, to USX. */
function toUsx(usfm: string): string {
  let written = '';
  let open = false;
  const close = () => {
    written += open ? '</para>' : '';
    open = false;
  };
  const joined = usfm.replace(/^\ufeff/, '').replace(/\r?\n(?=\\it)/g, ' ');
  for (const line of joined.split(/\r?\n/)) {
    const [, marker, rest = ''] = /^\\(\w+) ?(.*)$/.exec(line) ?? [];
    const text = toXml(marker === undefined ? line : rest)
      .replace(/\\f (\S) (.*?)\\f\*/g, '<note caller="$1" style="f">$2</note>')
      .replace(/\\(fr|ft) ([^\\<]*)/g, '<char style="$1">$2</char>')
      .replace(/\\it (.*?)\\it\*/g, '<char style="it">$1</char>');
    if (marker === 'id') written += `<book code="${rest.slice(0, 3)}" style="id">${toXml(rest.slice(3))}</book>`;
    else if (marker === 'c') {
      close();
      written += `<chapter number="${rest.trim()}" style="c" />`;
    } else if (marker === 'v') {
      const [, number, words] = /^([\d-]+) ?(.*)$/.exec(text)!;
      written += `<verse number="${number}" style="v" />${words}`;
    } else if (marker === undefined) written += text;
    else {
      close();
      written += `<para style="${marker}">${text}`;
      open = true;
    }
    written += '\n';
  }
  close();
  return `<usx version="2.6">${written}</usx>`;
}

type Chapters = [number, EditionBook['verses']][];
const chaptersOf = ({ verses }: EditionBook): Chapters => [...Map.groupBy(verses, ({ chapter }) => chapter)];
const lines = (text: string, mark: string): string => toXml(text).replaceAll('\n', mark);

/** Returns the books in the format, as one document. `chapter` writes one of their chapters. */
function write(
  books: readonly EditionBook[],
  book: (id: number, name: string, content: string) => string,
  chapter: (id: number, number: number, verses: EditionBook['verses']) => string,
): string {
  return books
    .map((each) =>
      book(
        each.book_id,
        each.name,
        chaptersOf(each)
          .map(([number, verses]) => chapter(each.book_id, number, verses))
          .join('\n'),
      ),
    )
    .join('\n');
}

const osisId = (id: number) => osisOf(findBook(id)!);

const writers: [EditionFormat, (books: readonly EditionBook[]) => string][] = [
  [
    osisFormat,
    (books) =>
      `<osis><osisText osisIDWork="BSB">${write(
        books,
        (id, name, content) => `<div type="book" osisID="${osisId(id)}"><title>${name}</title>${content}</div>`,
        (id, number, verses) =>
          verses
            .map(({ verse, text }) => {
              const osis = `${osisId(id)}.${number}.${verse}`;
              return `<verse sID="${osis}" osisID="${osis}"/><l>${lines(text, '</l><l>')}</l><verse eID="${osis}"/>`;
            })
            .join('\n'),
      )}</osisText></osis>`,
  ],
  [
    zefaniaFormat,
    (books) =>
      `<XMLBIBLE>${write(
        books,
        (id, name, content) => `<BIBLEBOOK bnumber="${id}" bname="${name}">${content}</BIBLEBOOK>`,
        (_id, number, verses) =>
          `<CHAPTER cnumber="${number}">${verses
            .map(({ verse, text }) => `<VERS vnumber="${verse}">${lines(text, '<BR art="x-nl"/>')}</VERS>`)
            .join('\n')}</CHAPTER>`,
      )}</XMLBIBLE>`,
  ],
  [
    bebliaFormat,
    (books) =>
      `<bible translation="English BSB">${write(
        books,
        (id, _name, content) => `<book number="${id}">${content}</book>`,
        (_id, number, verses) =>
          `<chapter number="${number}">${verses
            .map(({ verse, text }) => `<verse number="${verse}">${lines(text, '<br/>')}</verse>`)
            .join('\n')}</chapter>`,
      )}</bible>`,
  ],
  [
    usfxFormat,
    (books) =>
      `<usfx>${write(
        books,
        (id, name, content) => `<book id="${findBook(id)!.code}"><h>${name}</h>${content}</book>`,
        (_id, number, verses) =>
          `<c id="${number}"/>${verses
            .map(({ verse, text }) => `<p><v id="${verse}"/>${lines(text, '</p><p>')}<ve/></p>`)
            .join('\n')}`,
      )}</usfx>`,
  ],
  [
    openSongFormat,
    (books) =>
      `<bible>${write(
        books,
        (_id, name, content) => `<b n="${name}">${content}</b>`,
        (_id, number, verses) =>
          `<c n="${number}">${verses
            .map(({ verse, text }) => `<v n="${verse}">${lines(text, '<br/>')}</v>`)
            .join('\n')}</c>`,
      )}</bible>`,
  ],
];

describe('[D30] a whole Bible in every format', { skip }, () => {
  let usfm: ParsedEdition;
  const files: Record<string, string> = {};

  before(async () => {
    const source = await openEditionSource(path);
    usfm = await usfmFormat.read(source, () => {});
    for (const file of source.files)
      if (/\.u?sfm$/i.test(file.name)) files[`${file.name}.usx`] = toUsx((await file.read()).toString('utf8'));
  });

  test('when a whole Bible is in USX, then it gives the text of USFM, and every note and heading is left out', async () => {
    const usx = await readText(usxFormat, files);
    assert.equal(usx.books.length, 66);
    assert.deepEqual(usx.books, usfm.books);
    assert.equal(usx.removed.notes, 4_846);
    // All \s, \r, \ms, \mr, \qa and \d, except the one \d in which a verse starts (Zechariah 9).
    assert.equal(usx.removed.headings, 4_569);
    assert.equal(usx.suspicious.length, usfm.suspicious.length);
  });

  for (const [format, toText] of writers)
    test(`when a whole Bible is in ${format.name}, then it gives the text of USFM`, async () => {
      const read = await readText(format, { 'bible.xml': toText(usfm.books) });
      // Books have no names in Beblia XML.
      const nameOf = ({ book_id, name }: EditionBook) => (format === bebliaFormat ? bookName(book_id, 'en') : name);
      assert.deepEqual(
        read.books,
        usfm.books.map((book) => ({ ...book, name: nameOf(book) })),
      );
      assert.deepEqual(read.suspicious, []);
    });
});
