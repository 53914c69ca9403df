import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvFormat } from '../../src/editions/formats/csv/csv.ts';
import { jsonFormat } from '../../src/editions/formats/json/json.ts';
import { EDITION_FORMATS } from '../../src/editions/formats.ts';
import { recognizeFormat } from '../../src/editions/recognize-format.ts';
import { readText, toLines } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const json = (value: unknown, name = 'a.json') => readText(jsonFormat, { [name]: JSON.stringify(value) });
const csv = (text: string | Buffer, name = 'a.csv') => readText(csvFormat, { [name]: text });
const namesOf = ({ books }: Awaited<ReturnType<typeof json>>) => books.map(({ names }) => names);

describe('Bibles in JSON', () => {
  test('[D30] when a Bible of FreeShow is read, then its name, language, rights and names of books are those that it states', async () => {
    const bible = {
      name: 'Meine Bibel',
      metadata: { language: 'de', copyright: 'Public Domain' },
      books: [
        {
          number: 43,
          name: 'John',
          customName: 'Johannes',
          abbreviation: 'Joh',
          chapters: [
            {
              number: 3,
              verses: [
                { number: 16, text: '!{Denn also}! hat', value: 'x' },
                { number: 17, text: 'Gott' },
              ],
            },
          ],
        },
        { number: 1, name: 'Mooseksen', chapters: [{ number: 1, verses: [{ number: 1, text: 'Am Anfang' }] }] },
      ],
    };
    const edition = await json(['id', bible], 'a.fsb');
    assert.deepEqual(toLines(edition), ['GEN 1:1 Am Anfang', 'JHN 3:16 Denn also hat', 'JHN 3:17 Gott']);
    assert.deepEqual([edition.name, edition.language, edition.languageTag], ['Meine Bibel', 'de', 'de']);
    assert.deepEqual(edition.rights, { edition: 'Meine Bibel', rights_status: 'Public Domain' });
    assert.deepEqual(namesOf(edition), [
      { long: 'Mooseksen', short: null, abbreviation: null },
      { long: 'Johannes', short: null, abbreviation: 'Joh' },
    ]);
    assert.deepEqual(toLines(await json(bible)), toLines(edition));
  });

  test('[D30] when books are lists of chapters, then their places count, and the name of the file states the language', async () => {
    const books = Array.from({ length: 66 }, (_, at) => ({
      abbrev: `b${at}`,
      chapters: at === 21 ? [[], []] : [['One', 'Two'], ['Three']],
    }));
    const edition = await readText(jsonFormat, { 'pt_nvi.json': `\ufeff${JSON.stringify(books)}` });
    assert.deepEqual([edition.books.length, edition.language], [65, 'pt']);
    assert.deepEqual(toLines(edition).slice(0, 3), ['GEN 1:1 One', 'GEN 1:2 Two', 'GEN 2:1 Three']);
    assert.equal(edition.books[0]!.names?.abbreviation, 'b0');
    const some = await json([{ abbrev: 'mt', name: 'Mateus', chapters: [['Livro']] }]);
    assert.deepEqual(toLines(some), ['MAT 1:1 Livro']);
    await assert.rejects(json([{ abbrev: 'zz', chapters: [['x']] }]), /"zz" is not a known book name/);
  });

  test('[D30] when a file is damaged or hostile, then it is refused, and the message names the place', async () => {
    const whole = JSON.stringify({
      books: [{ name: 'Mark', chapters: [{ number: 1, verses: [{ number: 1, text: 'One' }] }] }],
    });
    await assert.rejects(readText(jsonFormat, { 'a.json': whole.slice(0, -10) }), /seems to be cut off/);
    await assert.rejects(
      readText(jsonFormat, { 'a.json': whole.replace('"number":1', '"number":oops') }),
      /a\.json: the file is damaged/,
    );
    await assert.rejects(
      json({ books: [{ name: 'Mark', chapters: [{ number: 500, verses: ['x'] }] }] }),
      /a\.json \(Mark\): .*500/,
    );
    await assert.rejects(
      json({
        books: [
          {
            name: 'Mark',
            chapters: [
              {
                number: 1,
                verses: [
                  { number: 1, text: 'a' },
                  { number: 1, text: 'b' },
                ],
              },
            ],
          },
        ],
      }),
      /MRK 1:1 appears twice/,
    );
    await assert.rejects(json({ books: [] }), /no verses/);
    await assert.rejects(
      json({ books: [{ __proto__: null, name: '__proto__', chapters: [['x']] }] }),
      /"__proto__" is not a known book name/,
    );
    await assert.rejects(readText(jsonFormat, { 'a.json': `{"books":${'['.repeat(100_000)}` }), /seems to be cut off/);
    await assert.rejects(json({ books: [{ name: 'Mark', chapters: Array(1_000).fill(['x']) }] }), /chapter/);
    await assert.rejects(readText(jsonFormat, { 'a.json': whole, 'b.json': whole }), /a\.json has one too/);
  });
});

describe('Bibles in tables', () => {
  const tables: readonly (readonly [string, string, string])[] = [
    [
      'names',
      'a.csv',
      '\ufeffBook,Chapter,Verse,Text\r\nGenesis,1,1,"In the ""beginning"", God"\r\nI Samuel,1,1,Now\r\n',
    ],
    [
      'German names',
      'a.tsv',
      'Buch\tKapitel\tVers\tText\n1. Mose\t1\t1\tIn the "beginning", God\n1. Samuel\t1\t1\tNow\n',
    ],
    ['numbers', 'a.csv', '"id";"b";"c";"v";"t"\n1001001;1;1;1;"In the ""beginning"", God"\n9001001;9;1;1;Now\n'],
  ];
  for (const [what, name, text] of tables) {
    test(`[D30] when a table has books by ${what}, then its verses are read`, async () => {
      assert.equal((await recognizeFormat(sourceOf({ [name]: text }), EDITION_FORMATS)).name, 'CSV');
      assert.deepEqual(toLines(await csv(text, name)), ['GEN 1:1 In the "beginning", God', '1SA 1:1 Now']);
    });
  }

  test('[D30] when all verses of a book are empty, then the book is left out; when one is, then it is reported', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `Mark,1,${at + 1},${at === 3 ? '' : 'Words'}`);
    const edition = await csv(`book,chapter,verse,text\nGenesis,1,1,\nGenesis,1,2,\n${rows.join('\n')}\n`);
    assert.deepEqual(
      edition.books.map(({ name }) => name),
      ['Mark'],
    );
    assert.deepEqual(edition.suspicious, ['a.csv, line 7: MRK 1:4 is empty: left out']);
  });

  test('[D30] when a table is damaged, then it is refused, and the message names the line', async () => {
    const head = 'book,chapter,verse,text\n';
    await assert.rejects(csv(`${head}Genesis,1,1,"In the`), /line 2: a quotation mark opens a cell/);
    await assert.rejects(csv(`${head}Genesis,1,1,In\nNobody,1,1,x\n`), /line 3: "Nobody" is not a known book name/);
    await assert.rejects(csv(`${head}Genesis,one,1,In\n`), /line 2: "one" is not a chapter number/);
    await assert.rejects(csv(`${head}Genesis,1,1,In\nGenesis,1,1,In\n`), /line 3: GEN 1:1 appears twice/);
    assert.equal(await csvFormat.recognizes(sourceOf({ 'a.csv': 'title,lyrics\nA,B\n' })), false);
  });
});
