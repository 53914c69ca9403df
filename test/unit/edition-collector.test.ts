import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import { EditionCollector } from '../../src/editions/edition-collector.ts';
import { parseVerseNumber } from '../../src/editions/formats/verse-number.ts';

const PLACE = { file: 'a.usfm', line: 1 };

/** "1-2" for a verse under the number 1 that ends with 2. */
function collect(...numbers: string[]): string[] {
  const collector = new EditionCollector();
  collector.startBook(findBookByCode('GEN')!, null);
  for (const number of numbers) {
    collector.startVerse(parseVerseNumber(number, 1)!, PLACE);
    collector.addText(number);
  }
  const [book] = collector.finish(PLACE).books;
  return book!.verses.map(({ verse, last, text }) => `${last === undefined ? verse : `${verse}-${last}`}: ${text}`);
}

describe('[D30] what a format reads, put together', () => {
  test('a bridge keeps its end', () => {
    assert.deepEqual(collect('1-2', '3', '4-7'), ['1-2: 1-2', '3: 3', '4-7: 4-7']);
  });

  test('a bridge that begins or ends with a part of a verse', () => {
    assert.deepEqual(collect('1', '5a', '5b-6', '7'), ['1: 1', '5-6: 5a 5b-6', '7: 7']);
    assert.deepEqual(collect('1-2a', '2b', '3'), ['1-2: 1-2a', '2: 2b', '3: 3']);
    assert.deepEqual(collect('1-2a', '2b-3a', '3b'), ['1-2: 1-2a', '2-3: 2b-3a', '3: 3b']);
  });
});
