import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { findBook } from '../../src/domain/scripture/canon.ts';
import { formatVerseRanges } from '../../src/domain/scripture/verse-ranges.ts';
import { findVersification } from '../../src/domain/scripture/versification/versification.ts';
import { findMissingNumbers } from '../../src/domain/scripture/versification/versification-map.ts';
import { toEditionReport } from '../../src/editions/checks/edition-report.ts';
import type { ParsedEdition } from '../../src/editions/edition-format.ts';
import { findOsisBook } from '../../src/editions/formats/shared/osis-id.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import type { EditionBook } from '../../src/editions/normalized-edition.ts';
import { openEditionSource } from '../../src/editions/sources/open-source.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import type { ImportSource } from '../../src/import-files/import-source.ts';
import { readText } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const toRead = (books: EditionBook[]): ParsedEdition => ({
  name: null,
  language: null,
  rights: {},
  sourceId: null,
  books,
  removed: {},
  suspicious: [],
});
const report = (books: EditionBook[]) => toEditionReport('USFM', toRead(books));
/** Returns the gaps by book, without books that have none. */
const gapsOf = (books: EditionBook[]) =>
  Object.fromEntries(report(books).books.flatMap(({ code, gaps }) => (gaps.length > 0 ? [[code, gaps]] : [])));

/** Returns a Bible with the verse counts of a versification, in canonical order. */
function bible(versification: string): EditionBook[] {
  const { ot, nt } = findVersification(versification)!;
  const books = [...ot, ...nt].map(({ osis, chapters }) => {
    const { id, names } = findOsisBook(osis)!;
    const verses = chapters.flatMap((count, at) =>
      Array.from({ length: count }, (_, verse) => ({ chapter: at + 1, verse: verse + 1, text: 'Words.' })),
    );
    return { book_id: id, name: names.en, verses };
  });
  return books.sort((a, b) => a.book_id - b.book_id);
}

const codes = (list: string) => new Set(list.split(' ').map((code) => findOsisBook(code)!.id));
const only = (books: EditionBook[], list: string) => books.filter(({ book_id }) => codes(list).has(book_id));
const without = (books: EditionBook[], list: string) => books.filter(({ book_id }) => !codes(list).has(book_id));
/** Returns the book with the verses that are `kept`. */
const cut = (books: EditionBook[], code: string, kept: (chapter: number, verse: number) => boolean) =>
  books.map((book) =>
    codes(code).has(book.book_id)
      ? { ...book, verses: book.verses.filter(({ chapter, verse }) => kept(chapter, verse)) }
      : book,
  );

describe('[D30] what an edition lacks is reported', () => {
  for (const versification of ['KJV', 'KJVA', 'NRSV', 'NRSVA', 'Luther', 'Catholic', 'Vulg', 'Synodal', 'LXX']) {
    test(`when a whole Bible is numbered as ${versification}, then it lacks nothing`, () => {
      const books = bible(versification);
      assert.deepEqual([gapsOf(books), report(books).suspicious], [{}, []]);
    });
  }

  test('when the last chapters of a book are missing, then they are reported', () => {
    const genesis = only(bible('KJV'), 'GEN');
    assert.deepEqual(gapsOf(cut(genesis, 'GEN', (chapter) => chapter <= 2)), { GEN: ['3-50'] });
    assert.deepEqual(gapsOf(cut(genesis, 'GEN', (chapter) => chapter <= 49)), { GEN: ['50'] });
  });

  test('when the first chapters of a book are missing, then they are reported', () => {
    assert.deepEqual(gapsOf(cut(bible('KJV'), 'ROM', (chapter) => chapter > 3)), { ROM: ['1-3'] });
  });

  test('when the ends of chapters are missing, then they are reported, however much is missing', () => {
    const genesis = only(bible('KJV'), 'GEN');
    for (const last of [10, 14, 30]) {
      const gaps = gapsOf(cut(genesis, 'GEN', (chapter, verse) => chapter > 1 || verse <= last));
      assert.deepEqual(gaps, { GEN: [last === 30 ? '1:31' : `1:${last + 1}-31`] });
    }
    const cutShort = cut(genesis, 'GEN', (chapter, verse) => chapter < 19 || (chapter === 19 && verse <= 3));
    assert.deepEqual(gapsOf(cutShort), { GEN: ['19:4-38', '20-50'] });
  });

  test('when a book of a Bible is cut short, then what it lacks is reported, however little of it is left', () => {
    const gaps = gapsOf(cut(bible('KJV'), 'EXO', (chapter, verse) => chapter === 1 && verse <= 2));
    assert.deepEqual(gaps, { EXO: ['1:3-22', '2-40'] });
  });

  test('when books of a testament that is otherwise there are missing, then they are reported', () => {
    assert.deepEqual(report(without(bible('KJV'), 'MAT')).suspicious, ['the New Testament lacks MAT']);
    assert.deepEqual(report(without(bible('KJV'), 'GEN JOB REV')).suspicious, [
      'the Old Testament lacks GEN, JOB',
      'the New Testament lacks REV',
    ]);
    assert.deepEqual(
      report(only(bible('KJV'), 'MAT MRK LUK JHN ACT ROM GEN')).suspicious,
      [],
      'less than half of each',
    );
  });

  test('when an edition is plainly a part, then nothing is reported', () => {
    const kjv = bible('KJV');
    const testament = kjv.filter(({ book_id }) => book_id >= findOsisBook('MAT')!.id);
    const parts = [
      only(kjv, 'MRK'),
      only(kjv, 'GEN EXO LEV NUM DEU'),
      testament,
      [...only(kjv, 'PSA PRO'), ...testament],
    ];
    for (const books of parts) assert.deepEqual([gapsOf(books), report(books).suspicious], [{}, []]);
    const greek = [...without(bible('NRSVA'), 'EST DAN'), ...only(bible('NRSVA'), 'EsthGr')];
    assert.match(report(greek).suspicious.join(), /^the Old Testament lacks DAN$/, 'Greek Esther stands in');
  });

  test('when there are only some psalms, then they are no Psalter with gaps, but each is whole or not', () => {
    const psalms = only(bible('KJV'), 'PSA');
    const some = cut(psalms, 'PSA', (chapter) => [23, 51, 121, 130].includes(chapter));
    assert.deepEqual(gapsOf(some), {});
    assert.deepEqual(gapsOf(cut(some, 'PSA', (chapter, verse) => chapter !== 51 || verse < 15)), { PSA: ['51:15-19'] });
    assert.deepEqual(gapsOf(cut(psalms, 'PSA', (chapter) => chapter !== 23)), { PSA: ['23'] });
    assert.deepEqual(gapsOf(cut(bible('KJV'), 'PSA', (chapter) => chapter < 41)), { PSA: ['41-150'] }, 'of a Bible');
  });

  test('when there are only single verses, then they are a part, and only what is missing in between is a gap', () => {
    const john = cut(only(bible('KJV'), 'JHN'), 'JHN', (chapter, verse) => chapter === 3 && verse > 13 && verse < 19);
    assert.deepEqual(gapsOf(john), { JHN: ['3:1-13'] });
  });

  test('when a book ends within a sentence and others do not, then that is reported', () => {
    const books = cut(
      only(bible('KJV'), 'GEN JUD'),
      'GEN',
      (chapter, verse) => chapter < 20 && (chapter < 19 || verse < 4),
    );
    const ending = (text: string) =>
      books.map((book, at) =>
        at > 0 ? book : { ...book, verses: [...book.verses.slice(0, -1), { ...book.verses.at(-1)!, text }] },
      );
    const expected = ['GEN 19:3, the last verse of its book, ends within a sentence: it may be cut off there'];
    assert.deepEqual(report(ending('But Lot insisted so stron')).suspicious, expected);
    assert.deepEqual(report(ending('But Lot insisted,')).suspicious, expected);
    for (const whole of ['He said, “Go.”', 'Is it? [or not!]', 'Ende …', '这样。', 'ऐसा ही हुआ।', 'هل؟']) {
      assert.deepEqual(report(ending(whole)).suspicious, [], whole);
    }
    const unmarked = ending('and so').map((book) => ({
      ...book,
      verses: book.verses.map((verse) => ({ ...verse, text: 'no marks at all' })),
    }));
    assert.deepEqual(report(unmarked).suspicious, [], 'where none has an end');
  });
});

describe('[D30] USFM that may be cut off', () => {
  const genesis = (last: number, end: string) => {
    const verses = Array.from({ length: last }, (_, at) => `\\v ${at + 1} Words.`).join('\n');
    return usfmFormat.read(sourceOf({ 'gen.usfm': `\\id GEN Small\n\\c 50\n\\p\n${verses}${end}` }), () => {});
  };

  test('when there is no line end and less than a chapter, then it is refused, with file, line and a way out', async () => {
    await assert.rejects(
      genesis(14, ''),
      /gen\.usfm, line 17: its last line, in GEN 50:14, has no line ending, and the chapter usually has more verses: .*If it is complete, end that line/,
    );
  });

  test('when there is no line end but a note that has its end, then it is taken, and what is missing is reported', async () => {
    const usfm = `\\id ROM Small\n\\c 16\n\\p\n\\v 23 Words.\n\\v 24 \\f + \\fr 16:24 \\ft Verses 25 to 27 stand in chapter 14.\\f*`;
    const { books, suspicious } = await readText(usfmFormat, { 'rom.usfm': usfm });
    assert.equal(books[0]!.verses.length, 1);
    assert.deepEqual(suspicious, ['rom.usfm, line 5: ROM 16:24 has a note and no words: left out']);
  });

  test('when there is a line end, or the whole chapter, then it is taken, and nothing is reported', async () => {
    for (const read of [genesis(14, '\n'), genesis(14, '\r\n'), genesis(26, ''), genesis(25, '')]) {
      assert.deepEqual((await read).suspicious, []);
    }
  });
});

const path = join(process.env.LECTERN_TEST_TEXTS ?? '', 'bsb_usfm.zip');
const skip =
  !process.env.LECTERN_TEST_TEXTS || !existsSync(path) ? 'LECTERN_TEST_TEXTS names no folder with bsb_usfm.zip' : false;

describe('[D30] the Berean Standard Bible', { skip }, () => {
  let whole: ImportSource;
  before(async () => {
    whole = await openEditionSource(path);
  });

  const reportOn = async (files: ImportSource['files']) =>
    toEditionReport('USFM', await usfmFormat.read({ ...whole, files }, () => {}));

  test('when it is cut short, with Genesis up to 30 % and no Matthew, then that is reported', async () => {
    const genesis = whole.files.find(({ name }) => /GEN/.test(name))!;
    const start = (await genesis.read()).subarray(0, Math.floor(genesis.size * 0.3));
    const cutTo = (bytes: Buffer) =>
      whole.files
        .filter(({ name }) => !/MAT/.test(name))
        .map((file) => (file === genesis ? { ...file, size: bytes.length, read: async () => bytes } : file));
    await assert.rejects(reportOn(cutTo(start)), /GEN.*, line \d+: its last line, in GEN \d+:\d+, has no line ending/);
    const { books, suspicious } = await reportOn(cutTo(Buffer.concat([start, Buffer.from('\n')])));
    const [, chapter, verse] = /^GEN (\d+):(\d+), the last verse/.exec(suspicious[1]!)!;
    assert.equal(suspicious[0], 'the New Testament lacks MAT');
    const next = Number(verse) + 1;
    assert.equal(books[0]!.gaps.length, 2);
    assert.match(books[0]!.gaps[0]!, new RegExp(`^${chapter}:${next}-\\d+$`));
    assert.equal(books[0]!.gaps[1], `${Number(chapter) + 1}-50`);
  });

  test('when it is cut short to Genesis alone, up to its second chapter, then that is reported', async () => {
    const genesis = whole.files.find(({ name }) => /GEN/.test(name))!;
    const text = (await genesis.read()).toString();
    const bytes = Buffer.from(text.slice(0, text.indexOf('\\c 3')));
    const { books, suspicious } = await reportOn([{ ...genesis, size: bytes.length, read: async () => bytes }]);
    assert.deepEqual([books[0]!.gaps, suspicious], [['3-50'], []]);
  });

  test('[D17] when it stands beside the King James Version, then it lacks the verses that it leaves out, and the other lacks none of its', async () => {
    const berean = (await usfmFormat.read(whole, () => {})).books;
    const { books: king } = await readStarterEdition();
    const lacking = (ours: readonly EditionBook[], theirs: readonly EditionBook[]) =>
      ours.flatMap(({ book_id, verses }) => {
        const other = theirs.find((book) => book.book_id === book_id)!;
        const ranges = formatVerseRanges(
          findMissingNumbers(verses, { bookId: book_id, verses }, [{ bookId: book_id, verses: other.verses }]),
        );
        return ranges.map((range) => `${findBook(book_id)!.code} ${range}`);
      });
    assert.deepEqual(lacking(berean, king), []);
    assert.equal(
      lacking(king, berean).join(', '),
      'MAT 17:21, MAT 18:11, MAT 23:14, MRK 7:16, MRK 9:44, MRK 9:46, MRK 11:26, MRK 15:28, LUK 17:36, LUK 23:17, ' +
        'JHN 5:4, ACT 8:37, ACT 15:34, ACT 24:7, ACT 28:29, ROM 16:24',
    );
  });
});
