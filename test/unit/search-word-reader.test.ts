import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IndexWordsAside } from '../../src/storage/queries/search/search-index-aside.ts';
import { readIndexWords } from '../../src/storage/queries/search/search-index-words.ts';
import { WordReader } from '../../src/storage/queries/search/search-word-reader.ts';
import { toStem, toWords } from '../../src/storage/queries/search/search-words.ts';

function assertRead(reader: WordReader, text: string): void {
  const words = toWords(text);
  assert.deepEqual(reader.read(text), { words, stems: words.map((word) => toStem(word, 'en')) });
}

test('[D31] a text is indexed by the words that a search looks for', () => {
  const reader = new WordReader('en');
  assert.deepEqual(reader.read('God’s “LOVE” loveth—1Co 13:4…'), {
    words: ['god', 's', 'love', 'loveth', '1co', '13', '4'],
    stems: ['god', 's', 'love', 'love', '1co', '13', '4'],
  });
  const texts = [
    '',
    ' ',
    "a'b_c",
    'naïve CAFÉ',
    'Straße STRASSE',
    'æon ﬁne ²3 ½ ①',
    'soft\u00adhyphen zero\u200dwidth',
    'İstanbul',
    'ΛΟΓΟΣ λόγος',
    'בְּרֵאשִׁית and words',
    'in the beginning 起初',
    'half \ud800 of one',
    'a\nb\tc\u00a0d\u2009e',
    'x'.repeat(200),
    `${'y'.repeat(64)} ${'y'.repeat(65)} z`,
    'ab '.repeat(5_000),
  ];
  for (const text of [...texts, ...texts]) assertRead(reader, text);
});

test('[D31] a text with umlauts is indexed in both spellings, side by side', () => {
  const reader = new WordReader('de');
  const separator = 'z'.repeat(65);
  for (const text of ['Der König fürchte', 'Der Ko\u0308nig fu\u0308rchte']) {
    assert.deepEqual(reader.read(text), {
      words: ['der', 'konig', 'furchte', separator, 'der', 'koenig', 'fuerchte'],
      stems: ['der', 'konig', 'furcht', separator, 'der', 'koenig', 'fuercht'],
    });
  }
});

test('[D31] Chinese, Japanese, Korean and Thai are indexed by the pairs of their characters', () => {
  const reader = new WordReader('und');
  const wordsOf = (text: string) => reader.read(text).words;
  assert.deepEqual(wordsOf('耶稣说:我3日'), ['耶稣', '稣说', '说', '我', '3', '日']);
  assert.deepEqual(wordsOf('神は、ガリラヤ'), ['神は', 'は', 'ガリ', 'リラ', 'ラヤ', 'ヤ']);
  assert.deepEqual(wordsOf('하나님이'), ['하나', '나님', '님이', '이']);
  assert.deepEqual(wordsOf('พระเจ้า God'), ['พร', 'ระ', 'ะเ', 'เจ', 'จ้', '้า', 'า', 'god']);
});

test('[D31] so is any text, whatever was read before', () => {
  const reader = new WordReader('en');
  const pieces = fc.constantFrom(
    'god',
    'gods',
    'Godly',
    'é',
    'e\u0301',
    'ß',
    ' ',
    "'",
    '’',
    '—',
    '7',
    'א',
    '\u05b0',
    '_',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => assertRead(reader, text)),
    { numRuns: 1_000 },
  );
});

test('[D31] so are more different words than there is room for', () => {
  const reader = new WordReader('en');
  for (let part = 0; part < 40; part++) {
    assertRead(reader, Array.from({ length: 1_000 }, (_, index) => `w${part * 7_919 + index}x${index}`).join(' '));
  }
  assertRead(reader, 'w0x0 and words that come late');
});

test('[D31] a thread of its own reads the same', async () => {
  const texts = Array.from({ length: 2_500 }, (_, index) => `The Lord said unto Moses ${index % 7} “naïve” שלום`);
  for (const engine of ['sqlite', 'postgres'] as const) {
    const here = readIndexWords({ engine, language: 'en', texts });
    await using aside = new IndexWordsAside({ engine, language: 'en', texts });
    let portions = 0;
    for (let read = await aside.next(); ; read = await aside.next(), portions++) {
      assert.deepEqual(read, here.next());
      if (read.done) break;
    }
    assert.equal(portions, 3);
  }
});

test('what fails in it fails where it is awaited', async () => {
  const texts = ['In the beginning', null as unknown as string];
  await using aside = new IndexWordsAside({ engine: 'sqlite', language: 'en', texts });
  await assert.rejects(aside.next(), TypeError);
});
