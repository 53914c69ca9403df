import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLpBibleFormat } from '../../src/editions/formats/openlp/openlp.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { toDatabase } from '../songs/write-database.ts';
import { readText, toLines } from './read-text.ts';
import { sourceOf } from './source-of.ts';

interface Bible {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly books?: readonly (readonly [id: number, reference: number | null, name: string])[];
  readonly verses?: readonly (readonly [
    book: number,
    chapter: number | string,
    verse: number | string,
    text: string,
  ])[];
}
const toBible = ({ metadata = {}, books = [[1, 1, 'Gênesis']], verses = [[1, 1, 1, 'Word']] }: Bible, sql?: string) =>
  toDatabase(
    {
      metadata: Object.entries({ version: '1', ...metadata }).map(([key, value]) => ({ key, value })),
      book: books.map(([id, book_reference_id, name]) => ({ id, book_reference_id, testament_reference_id: 1, name })),
      verse: verses.map(([book_id, chapter, verse, text], id) => ({ id, book_id, chapter, verse, text })),
    },
    sql,
  );
const read = (bible: Bible) => readText(openLpBibleFormat, { 'a.sqlite': toBible(bible) });
const messageOf = (bible: Bible) =>
  read(bible).then(
    () => null,
    (error) => error.message,
  );

describe('Bibles of OpenLP', () => {
  test('[D30] when a database is read, then the edition has its name, language, rights, and books by their numbers', async () => {
    const edition = await read({
      metadata: {
        name: 'Almeida',
        copyright: '© 1999 Society',
        permissions: 'Free to quote',
        language_id: '89',
        book_name_language: 'None',
      },
      books: [
        [7, 40, 'São Mateus'],
        [1, 1, 'Gênesis'],
        [3, 69, 'Tobias'],
        [4, null, 'Apocalipse'],
      ],
      verses: [
        [7, 1, 1, 'Livro  da geração'],
        [1, 1, 2, 'E a terra'],
        [1, 1, 1, 'No princípio'],
        [3, 1, 1, 'Livro'],
        [4, 1, 1, 'Revelação'],
      ],
    });
    assert.deepEqual(toLines(edition), [
      'GEN 1:1 No princípio',
      'GEN 1:2 E a terra',
      'MAT 1:1 Livro da geração',
      'REV 1:1 Revelação',
      'TOB 1:1 Livro',
    ]);
    assert.deepEqual([edition.name, edition.language, edition.languageTag], ['Almeida', 'pt', 'pt']);
    assert.deepEqual(edition.books[1]!.names, { long: 'São Mateus', short: null, abbreviation: null });
    assert.deepEqual(edition.rights, {
      edition: 'Almeida',
      rights_status: '© 1999 Society / Free to quote',
      copyright: '© 1999 Society / Free to quote',
    });
  });

  test('[D71] when the language is a number or a code, then it is that of the edition', async () => {
    for (const [id, tag] of [
      ['27', 'cs'],
      ['65', 'ko'],
      ['139', 'zu'],
      ['en', 'en'],
      ['', null],
      ['999', null],
    ] as const)
      assert.equal((await read({ metadata: { language_id: id } })).languageTag, tag, id);
  });

  test('[D30] when OpenLP downloads the Bible verse by verse, then the report says that verses are missing', async () => {
    const { suspicious } = await read({ metadata: { download_source: 'BibleGateway' } });
    assert.match(suspicious[0]!, /^a\.sqlite: the database is of a Bible that OpenLP downloads verse by verse/);
  });

  test('[D30] when a book is unknown, or a verse stands twice or has no number, then the whole is refused', async () => {
    assert.equal(await messageOf({ books: [[1, 76, 'Stücke']] }), 'a.sqlite: "Stücke" is not a book code');
    assert.equal(await messageOf({ verses: [[2, 1, 1, 'Word']] }), 'a.sqlite: a verse appears before any book');
    const empty = readText(openLpBibleFormat, { 'a.sqlite': toBible({}, 'DELETE FROM verse') });
    await assert.rejects(empty, { message: 'a.sqlite: it contains no verses' });
    assert.equal(
      await messageOf({
        verses: [
          [1, 1, 1, 'Word'],
          [1, 1, 1, 'Word'],
          [1, 'x', 1, 'Word'],
          [1, 1, '', 'Word'],
          [1, 1, -1, 'Word'],
          [1, 999, 1, 'Word'],
        ],
      }),
      [
        'a.sqlite: GEN 1:1 appears twice',
        'a.sqlite: x:1 is not a verse number',
        'a.sqlite: 1: is not a verse number',
        'a.sqlite: 1:-1 is not a verse number',
        'a.sqlite: chapter 999 of GEN is out of range',
      ].join('\n'),
    );
  });

  test('[D30] when a database is another one, then it is not recognized; damaged, hostile or a second one, it is refused', async () => {
    const recognizes = (files: Record<string, Buffer>) => openLpBibleFormat.recognizes(sourceOf(files));
    assert.equal(await recognizes({ 'a.sqlite': toBible({}) }), true);
    assert.equal(await recognizes({ 'songs.sqlite': toDatabase({ songs: [{ title: 'A' }] }) }), false);
    assert.equal(await recognizes({ 'a.sqlite': Buffer.from('<bible>') }), false);
    const isDamaged = (error: unknown) => error instanceof DamagedSourceError && /^a\.sqlite: /.test(error.message);
    await assert.rejects(recognizes({ 'a.sqlite': toBible({}).subarray(0, 5_000) }), isDamaged);
    await assert.rejects(recognizes({ 'a.sqlite': toBible({}, 'CREATE VIEW v AS SELECT 1') }), isDamaged);
    await assert.rejects(
      readText(openLpBibleFormat, { 'a.sqlite': toBible({}), 'b.sqlite': toBible({}) }),
      /^DamagedSourceError: b\.sqlite: there is a second edition: a\.sqlite has one too/,
    );
  });
});
