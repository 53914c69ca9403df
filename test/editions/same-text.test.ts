import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import type { EditionFormat } from '../../src/editions/edition-format.ts';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import type { EditionBook } from '../../src/editions/normalized-edition.ts';
import {
  type SmallBook,
  type SmallVerse,
  toBeblia,
  toOpenSong,
  toOsis,
  toPlain,
  toUsfm,
  toUsfx,
  toUsx,
  toZefania,
  type Word,
} from './small-bible.ts';
import { sourceOf } from './source-of.ts';

const word: fc.Arbitrary<Word> = fc.record({
  word: fc.stringMatching(/^[A-Za-zäöüßãçéêÄÖÜ]{1,8}$/),
  styled: fc.boolean(),
  note: fc.constantFrom('none', 'none', 'glued', 'space before', 'space after', 'spaces'),
  comma: fc.boolean(),
  lineEnds: fc.boolean(),
});

/** Ascending verses with bridges and gaps. */
const verses: fc.Arbitrary<SmallVerse[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 3 }),
      bridge: fc.constantFrom(0, 0, 0, 1, 2),
      words: fc.array(word, { minLength: 1, maxLength: 8 }),
      heading: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) => {
    let before = 0;
    return steps.map(({ gap, bridge, words, heading }) => {
      const verse = before + gap;
      before = verse + bridge;
      return { verse, last: bridge === 0 ? null : before, words, heading };
    });
  });

const bible: fc.Arbitrary<SmallBook[]> = fc
  .subarray(['GEN', 'PSA', 'JOL', 'MAL', 'MAT', 'JUD', 'TOB'], { minLength: 1, maxLength: 3 })
  .chain((codes) =>
    fc.tuple(
      ...codes.map((code) =>
        fc.array(verses, { minLength: 1, maxLength: 3 }).map((chapters) => ({
          code,
          chapters: chapters.map((list, index) => ({ chapter: index + 1, verses: list })),
        })),
      ),
    ),
  );

const toExpected = (books: readonly SmallBook[]): EditionBook[] =>
  books.map(({ code, chapters }) => {
    const book = findBookByCode(code)!;
    const flat = chapters.flatMap(({ chapter, verses: list }) =>
      list.map(({ verse, last, words }) => ({ chapter, verse, ...(last !== null && { last }), text: toPlain(words) })),
    );
    return { book_id: book.id, name: book.names.en, verses: flat };
  });

const usxFiles = (books: readonly SmallBook[], milestones: boolean) =>
  Object.fromEntries(books.map((book) => [`${book.code}.usx`, toUsx(book, milestones)]));

const writers: [string, EditionFormat, (books: SmallBook[]) => Record<string, string>][] = [
  ['USFM', usfmFormat, (books) => Object.fromEntries(books.map((book) => [`${book.code}.usfm`, toUsfm(book)]))],
  ['USX with milestones at both ends', usxFormat, (books) => usxFiles(books, true)],
  ['USX of the older kind', usxFormat, (books) => usxFiles(books, false)],
  ['OSIS with containers', osisFormat, (books) => ({ 'small.xml': toOsis(books, false) })],
  ['OSIS with milestones', osisFormat, (books) => ({ 'small.xml': toOsis(books, true) })],
  ['Zefania', zefaniaFormat, (books) => ({ 'small.xml': toZefania(books) })],
  ['OpenSong', openSongFormat, (books) => ({ 'small.xml': toOpenSong(books) })],
  ['Beblia', bebliaFormat, (books) => ({ 'small.xml': toBeblia(books) })],
  ['USFX', usfxFormat, (books) => ({ 'small.xml': toUsfx(books) })],
];

describe('one text in several formats', () => {
  for (const [name, format, write] of writers) {
    test(`[D30] when ${name} has notes in every place, then it gives the text, and no words are joined or lost`, () =>
      fc.assert(
        fc.asyncProperty(bible, async (books) => {
          const source = sourceOf(write(books));
          assert.equal(await format.recognizes(source), true);
          const read = await format.read(source, () => {});
          assert.deepEqual(
            read.books.map(({ names: _, ...book }) => book),
            toExpected(books),
          );
          const notes = books
            .flatMap(({ chapters }) => chapters.flatMap(({ verses: list }) => list.flatMap(({ words }) => words)))
            .filter(({ note }) => note !== 'none').length;
          assert.equal(read.removed.notes ?? 0, notes);
        }),
        { numRuns: 150 },
      ));

    test(`[D30] when a source is ${name}, then it is taken for no other format`, async () => {
      const book = {
        code: 'GEN',
        chapters: [{ chapter: 1, verses: [{ verse: 1, last: null, words: [], heading: false }] }],
      };
      const source = sourceOf(write([book]));
      for (const [, other] of writers) assert.equal(await other.recognizes(source), other === format, other.name);
    });
  }
});
