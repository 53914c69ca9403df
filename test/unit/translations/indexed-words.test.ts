import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FrequentWordCounts } from '../../../src/storage/queries/search/frequent-words.ts';
import { type ReadWords, wordReader } from '../../../src/storage/queries/search/indexed-words.ts';
import { toStem, toWords } from '../../../src/storage/queries/search/search-words.ts';

function assertRead(read: ReadWords, text: string): void {
  const words = toWords(text);
  assert.deepEqual(read(text), { words, stems: words.map((word) => toStem(word, 'en')) });
}

test('[D31] when a text is indexed, then it is by the words that a search looks for', () => {
  const read = wordReader('en');
  assert.deepEqual(read('God’s “LOVE” loveth—1Co 13:4…'), {
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
  for (const text of [...texts, ...texts]) assertRead(read, text);
});

test('[D31] when a text has umlauts, then it is indexed in both spellings, side by side', () => {
  const read = wordReader('de');
  const separator = 'z'.repeat(65);
  for (const text of ['Der König fürchte', 'Der Ko\u0308nig fu\u0308rchte']) {
    assert.deepEqual(read(text), {
      words: ['der', 'konig', 'furchte', separator, 'der', 'koenig', 'fuerchte'],
      stems: ['der', 'konig', 'furcht', separator, 'der', 'koenig', 'fuercht'],
    });
  }
});

test('[D31] when a text is Chinese, Japanese, Korean or Thai, then it is indexed by the pairs of its characters', () => {
  const read = wordReader('und');
  const wordsOf = (text: string) => read(text).words;
  assert.deepEqual(wordsOf('耶稣说:我3日'), ['耶稣', '稣说', '说', '我', '3', '日']);
  assert.deepEqual(wordsOf('神は、ガリラヤ'), ['神は', 'は', 'ガリ', 'リラ', 'ラヤ', 'ヤ']);
  assert.deepEqual(wordsOf('하나님이'), ['하나', '나님', '님이', '이']);
  assert.deepEqual(wordsOf('พระเจ้า God'), ['พร', 'ระ', 'ะเ', 'เจ', 'จ้', '้า', 'า', 'god']);
});

test('[D31] when any text is indexed, then it is by those words, whatever was read before', () => {
  const read = wordReader('en');
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
    fc.property(texts, (text) => assertRead(read, text)),
    { numRuns: 1_000 },
  );
});

test('[D31] when there are more different words than there is room for, then they are indexed in the same way', () => {
  const read = wordReader('en');
  for (let part = 0; part < 40; part++) {
    assertRead(read, Array.from({ length: 1_000 }, (_, index) => `w${part * 7_919 + index}x${index}`).join(' '));
  }
  assertRead(read, 'w0x0 and words that come late');
});

/** Verses, each of which stands in a text this many times. */
function countFrequent(verses: readonly (readonly [text: string, times: number])[]) {
  const counts = new FrequentWordCounts();
  const read = wordReader('en');
  const all = verses.flatMap(([text, times]) => Array.from({ length: times }, () => read(text)));
  for (const verse of all) counts.addVerse(verse);
  for (const verse of all) counts.addPairs(verse);
  return counts.result();
}

test('[D31] when a word, or two words in a row, are frequent, then the index knows how many verses have them', () => {
  const { words, stems } = countFrequent([
    ['The Lord, the LORD loveth', 1_500],
    ['Of the Lord', 500],
    ['He loved', 600],
    ['He loves the constructor', 1_400],
  ]);
  assert.deepEqual(words, { the: 3_400, lord: 2_000, he: 2_000, 'the lord': 2_000 });
  assert.deepEqual(stems, { the: 3_400, lord: 2_000, he: 2_000, love: 3_500 });
});

test('[D31] when a verse is longer than a database can find all of, then no pair is counted', () => {
  const { words } = countFrequent([
    ['the Lord', 2_000],
    ['word '.repeat(257), 1],
  ]);
  assert.deepEqual(words, { the: 2_000, lord: 2_000 });
});
