import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toLineText } from '../../../src/contract/import-notices.ts';
import { findBookByCode } from '../../../src/domain/scripture/canon.ts';
import { EditionCollector } from '../../../src/editions/collector/edition-collector.ts';
import { parseVerseNumber } from '../../../src/editions/formats/shared/verse-number.ts';

const PLACE = { file: 'a.usfm', line: 1 };

/** "1-2" for a verse under the number 1 that ends with 2. */
function collect(...numbers: string[]): string[] {
  const { books } = collectAll(...numbers);
  return books[0]!.verses.map(({ verse, last, text }) => `${last === undefined ? verse : `${verse}-${last}`}: ${text}`);
}

function collectAll(...numbers: string[]) {
  const collector = new EditionCollector();
  collector.startBook(findBookByCode('GEN')!, null);
  for (const number of numbers) {
    collector.startVerse(parseVerseNumber(number, 1)!, PLACE);
    collector.addText(number);
  }
  return collector.finish(PLACE);
}

describe('[D30] what a format reads, put together', () => {
  test('when a verse is a bridge, then it keeps its end', () => {
    assert.deepEqual(collect('1-2', '3', '4-7'), ['1-2: 1-2', '3: 3', '4-7: 4-7']);
  });

  test('when a bridge begins or ends with a part of a verse, then it is put together with the parts beside it', () => {
    assert.deepEqual(collect('1', '5a', '5b-6', '7'), ['1: 1', '5-6: 5a 5b-6', '7: 7']);
    assert.deepEqual(collect('1-2a', '2b', '3'), ['1-2: 1-2a', '2: 2b', '3: 3']);
    assert.deepEqual(collect('1-2a', '2b-3a', '3b'), ['1-2: 1-2a', '2-3: 2b-3a', '3: 3b']);
  });

  test('when verses are a list, then it is a bridge; what it does not name is reported and may stand by itself', () => {
    assert.deepEqual(collect('1,2,3', '4'), ['1-3: 1,2,3', '4: 4']);
    assert.deepEqual(collectAll('1,2,3').suspicious, []);
    assert.deepEqual(collect('1-3,5', '6'), ['1-5: 1-3,5', '6: 6']);
    const { bridged, suspicious } = collectAll('1-3,5');
    assert.deepEqual([...bridged], ['1/1:2', '1/1:3', '1/1:4', '1/1:5']);
    assert.deepEqual(suspicious.map(toLineText), ['a.usfm, line 1: the list of verses GEN 1:1-5 does not name 4']);
    assert.deepEqual(collect('1-3,5', '4'), ['1-3: 1-3,5', '4: 4']);
    assert.deepEqual(collect('1,5', '4'), ['1: 1,5', '4: 4']);
    assert.deepEqual(collect('1,3', '2,4'), ['1: 1,3', '2-4: 2,4']);
    assert.deepEqual(collect('2', '1,3'), ['1: 1,3', '2: 2']);
    assert.throws(() => collect('1-3,5', '5'), /GEN 1:5 appears twice/);
  });

  test('when the name of a book shows nothing, then the book has its English name', () => {
    for (const name of ['\u2800', '\u3164', '\u200b']) {
      const collector = new EditionCollector();
      collector.startBook(findBookByCode('GEN')!, name);
      collector.startVerse({ chapter: 1, verse: 1 }, PLACE);
      collector.addText('In the beginning');
      assert.equal(collector.finish(PLACE).books[0]!.name, 'Genesis');
    }
  });

  test('when nothing in a verse can be seen, then it is empty, whatever the invisible characters are', () => {
    for (const text of ['\u00ad', '\u200b', ' \u00ad\u2060\u00a0', '\u200f\ufe0f']) {
      const collector = new EditionCollector();
      collector.startBook(findBookByCode('GEN')!, null);
      collector.startVerse({ chapter: 1, verse: 1 }, PLACE);
      collector.addText(text);
      assert.throws(() => collector.finish(PLACE), /line 1: GEN 1:1 is empty/, JSON.stringify(text));
    }
  });
});
