import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EDITION_REQUEST_MAX_BYTES } from '../../../src/cli/commands/edition-input.ts';
import { toJsonLine } from '../../../src/cli/socket/json-lines.ts';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import type { Editions } from '../../../src/domain/scripture/editions.ts';
import { toEditionReport } from '../../../src/editions/checks/edition-report.ts';
import { normalizeVerseText } from '../../../src/editions/collector/normalize-verse-text.ts';
import type { EditionFormat, ParsedEdition } from '../../../src/editions/edition-format.ts';
import { normalizeEdition } from '../../../src/editions/normalize-edition.ts';
import type { EditionVerse, NormalizedEdition } from '../../../src/editions/normalized-edition.ts';
import { recognizeFormat } from '../../../src/editions/recognize-format.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { DamagedSourceError, type ImportSource } from '../../../src/import-files/import-source.ts';

const at = (chapter: number, verse: number, text = 'Words.'): EditionVerse => ({ chapter, verse, text });
const source: ImportSource = { path: '/texts/Große_Bibel.zip', files: [], sha256: 'a'.repeat(64) };
const read = (more: Partial<ParsedEdition> = {}): ParsedEdition => ({
  name: null,
  language: null,
  rights: {},
  sourceId: null,
  books: [{ book_id: 1, name: 'Genesis', verses: [at(1, 1)] }],
  removed: {},
  suspicious: [],
  ...more,
});

const isRefused = (error: unknown) => error instanceof LecternError && error.code === 'invalid_fields';

describe('[D30] what was read becomes an edition', () => {
  test('when names and rights are too long, then they are cut to their length, and no character is cut in two', () => {
    const { name, rights } = normalizeEdition(read({ name: `${'n'.repeat(199)}𝔅` }), source, {
      rights: { copyright: `${'c'.repeat(1_999)}𝔅` },
    });
    assert.equal(name, 'n'.repeat(199));
    assert.equal(rights.copyright, 'c'.repeat(1_999));
  });

  test('when a text is longer than a request may be, then it is refused beforehand; any other text fits into one request', () => {
    const verses = (text: string) =>
      Array.from({ length: 1_000 }, (_, each) => at(1 + Math.floor(each / 100), 1 + (each % 100), text));
    const books = (text: string) => [{ book_id: 1, name: 'Genesis', verses: verses(text) }];
    const copyright = '©'.repeat(2_000);
    const input = normalizeEdition(read({ books: books('"'.repeat(33_500)), rights: { copyright } }), source);
    assert.ok(toJsonLine({ command: 'edition import', input }).length < EDITION_REQUEST_MAX_BYTES);
    assert.throws(() => normalizeEdition(read({ books: books('"'.repeat(33_600)) }), source), {
      name: 'DamagedSourceError',
      message: 'Große_Bibel.zip: the text has more than 64 MiB as JSON',
    });
  });

  test('when NUL or half a character stands anywhere, then the text is refused and nothing is imported', async () => {
    const whole = normalizeEdition(read(), source);
    const imported: NormalizedEdition[] = [];
    const editions = {
      import: async (text: NormalizedEdition) => {
        imported.push(text);
      },
      reload: async () => null,
    } as unknown as Editions;
    for (const wrong of ['In\0the', '\ud835', '\udd05\ud835']) {
      for (const text of [
        { ...whole, name: wrong },
        { ...whole, rights: { ...whole.rights, attribution: wrong } },
        { ...whole, provenance: { ...whole.provenance, source_id: wrong } },
        { ...whole, books: [{ ...whole.books[0]!, name: wrong }] },
        { ...whole, books: [{ ...whole.books[0]!, verses: [at(1, 1), at(1, 2, wrong)] }] },
      ]) {
        await assert.rejects(saveEdition(editions, text), isRefused);
      }
    }
    for (const unseen of ['\u2800', ' \u3164\u200b']) {
      for (const text of [
        { ...whole, name: unseen },
        { ...whole, books: [{ ...whole.books[0]!, name: unseen }] },
      ]) {
        await assert.rejects(saveEdition(editions, text), isRefused);
      }
    }
    assert.deepEqual(imported, []);
    await saveEdition(editions, { ...whole, name: '𝔅ible' });
    assert.equal(imported.length, 1);
  });

  test('[D30] when no value is given, then it is stored as unknown, and verses are shown with the name alone', () => {
    const { slug, name, language, rights, provenance } = normalizeEdition(read(), source);
    assert.deepEqual([slug, name, language], ['grosse-bibel', 'Große_Bibel', 'und']);
    assert.deepEqual(rights, {
      edition: 'Große_Bibel',
      rights_status: 'unknown',
      source_url: 'Unknown',
      attribution: 'Große_Bibel',
    });
    assert.deepEqual(provenance, { archive_sha256: source.sha256, reviewed_on: null, source_id: null });
  });

  test('[D30] when only a notice of copyright or a license is stated, then the rights are not unknown', () => {
    const stated = (rights: ParsedEdition['rights']) => normalizeEdition(read({ rights }), source).rights;
    const copyright = stated({ copyright: '© Society' });
    assert.deepEqual([copyright.rights_status, copyright.attribution], ['© Society', '© Society']);
    const license = stated({ license_id: 'CC0-1.0' });
    assert.deepEqual([license.rights_status, license.attribution], ['CC0-1.0', 'Große_Bibel']);
  });

  test('when the source gives a value, then it is taken, but one given by a person comes first', () => {
    const found = read({
      name: 'Small Bible',
      language: 'de',
      rights: { rights_status: 'All rights reserved', copyright: '© Society', license_id: '' },
      sourceId: 'small-1',
    });
    const own = normalizeEdition(found, source);
    assert.deepEqual([own.name, own.language, own.provenance.source_id], ['Small Bible', 'de', 'small-1']);
    assert.deepEqual(own.rights, {
      edition: 'Small Bible',
      rights_status: 'All rights reserved',
      source_url: 'Unknown',
      attribution: '© Society',
      copyright: '© Society',
    });
    const said = normalizeEdition(found, source, {
      slug: 'Small',
      name: 'Klein',
      language: 'en',
      rights: { rights_status: 'Public domain', attribution: 'By hand', copyright: undefined },
    });
    assert.deepEqual([said.slug, said.name, said.language], ['small', 'Klein', 'en']);
    assert.deepEqual([said.rights.rights_status, said.rights.attribution], ['Public domain', 'By hand']);
    assert.equal(said.rights.copyright, '© Society');
  });

  test('when a name shows nothing, then it counts as none', () => {
    for (const name of ['\u2800', '\u3164\u200d'])
      assert.equal(normalizeEdition(read({ name }), source).name, 'Große_Bibel');
  });

  test('when something was left out, then the change notice says so, as licences ask', () => {
    const { rights } = normalizeEdition(read({ removed: { notes: 3, headings: 1, figures: 0 } }), source);
    assert.equal(rights.change_notice, 'Notes and headings were left out; the words are unchanged.');
  });

  test('when texts from a source contain control characters, then they cannot control a terminal or a page', () => {
    const { name, rights } = normalizeEdition(
      read({ name: 'A\u001b[2J\nB', rights: { copyright: '\u0007©\n2' } }),
      source,
    );
    assert.deepEqual([name, rights.copyright], ['A [2J B', '© 2']);
  });

  test('when a slug is not a valid one, then it is refused [D28]', () => {
    for (const slug of ['x', 'a b', 'ä-ö', 'x'.repeat(33), '']) {
      assert.throws(() => normalizeEdition(read(), source, { slug }), isRefused, slug);
    }
    assert.throws(() => normalizeEdition(read(), { ...source, path: '圣经.zip' }), /Give a slug/);
  });

  const broken: [string, ParsedEdition['books']][] = [
    ['no book', []],
    ['a book without verses', [{ book_id: 1, name: 'A', verses: [] }]],
    ['a book twice', [1, 1].map((book_id) => ({ book_id, name: 'A', verses: [at(1, 1)] }))],
    ['a verse twice', [{ book_id: 1, name: 'A', verses: [at(1, 1), at(1, 1)] }]],
    ['verses that fall', [{ book_id: 1, name: 'A', verses: [at(2, 1), at(1, 1)] }]],
    ['an empty verse', [{ book_id: 1, name: 'A', verses: [at(1, 1, ' ')] }]],
    ['a bridge that runs backwards', [{ book_id: 1, name: 'A', verses: [{ ...at(1, 3), last: 2 }] }]],
    ['a bridge over other verses', [{ book_id: 1, name: 'A', verses: [{ ...at(1, 1), last: 3 }, at(1, 2)] }]],
    ['verse 0', [{ book_id: 1, name: 'A', verses: [at(1, 0)] }]],
    ['a verse that is no number', [{ book_id: 1, name: 'A', verses: [at(1, Number.NaN)] }]],
  ];
  for (const [name, books] of broken) {
    test(`when a text has ${name}, then it is refused, whatever the format`, () => {
      assert.throws(() => normalizeEdition(read({ books }), source), DamagedSourceError);
    });
  }
});

describe('[D30] the report', () => {
  test('when numbers are missing inside, then they are gaps; those of a bridge are not', () => {
    const verses = [at(2, 2), at(2, 3), at(2, 6), at(2, 8), at(4, 1), at(4, 3)];
    const books = [{ book_id: 41, name: 'Markus', verses }];
    const { format, books: reports } = toEditionReport('USFM', read({ books, bridged: new Set(['41/4:2']) }));
    assert.equal(format, 'USFM');
    assert.equal(reports[0]!.verses, 6);
    assert.equal(reports[0]!.chapters, 2);
    assert.deepEqual(reports[0]!.gaps, ['2:1', '2:4-5', '2:7', '3']);
  });

  test('when a chapter that is mostly there lacks its end, then the end is reported as missing, by the nearest numbering', () => {
    const chapter = (number: number, last: number) => Array.from({ length: last }, (_, index) => at(number, index + 1));
    const gapsOf = (...verses: ReturnType<typeof at>[][]) => {
      const books = [{ book_id: 29, name: 'Joel', verses: verses.flat() }];
      return toEditionReport('USFM', read({ books })).books[0]!.gaps;
    };
    assert.deepEqual(gapsOf(chapter(1, 20), chapter(2, 32), chapter(3, 20)), ['3:21'], 'numbered as in English');
    assert.deepEqual(
      gapsOf(chapter(1, 20), chapter(2, 27), chapter(3, 5), chapter(4, 21)),
      [],
      'numbered as in Hebrew',
    );
    assert.deepEqual(gapsOf(chapter(1, 3)), [], 'a part');
  });
});

describe('[D30] one format is recognized', () => {
  const format = (name: string, fits: boolean): EditionFormat => ({
    name,
    recognizes: async () => fits,
    read: async () => read(),
  });

  test('when no format or several formats fit, then the source is refused, with what was seen', async () => {
    const named = (files: string[]): ImportSource => ({
      ...source,
      files: files.map((name) => ({ name, size: 0, read: async () => Buffer.alloc(0) })),
    });
    const formats = [format('A', false), format('B', true), format('C', true)];
    assert.equal((await recognizeFormat(source, formats.slice(0, 2))).name, 'B');
    await assert.rejects(recognizeFormat(source, formats), /several formats, B, C/);
    await assert.rejects(
      recognizeFormat(named(['a.PDF', 'b.pdf', 'c.doc', 'LICENSE']), formats.slice(0, 1)),
      /not in any of the formats A\. It contains: 2 × \.pdf, 1 × \.doc, 1 × –/,
    );
  });
});

describe('[D30] text of a verse', () => {
  test('when a verse has spaces, lines and controls, then they are cleaned up', () => {
    const cases: [string, string][] = [
      ['  a  b\t c ', 'a b c'],
      ['a \n\n  b\n', 'a\nb'],
      ['\ufeffa\u0000b\u009f', 'ab'],
      ['a\u00a0b \u00a0c', 'a\u00a0b c'],
      ['a\r\u2028b', 'a b'],
      [' \n ', ''],
    ];
    for (const [raw, text] of cases) assert.equal(normalizeVerseText(raw), text, JSON.stringify(raw));
  });

  test('when any text comes in, then no character is lost but spaces and controls, and the result is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const text = normalizeVerseText(raw);
        assert.equal(normalizeVerseText(text), text);
        const bare = (each: string) => each.replace(/[\s\p{Cc}\ufeff\ufffe\uffff]/gu, '');
        assert.equal(bare(text), bare(raw));
        assert.doesNotMatch(text, /^\s|\s$|\s\s/u);
      }),
    );
  });
});
