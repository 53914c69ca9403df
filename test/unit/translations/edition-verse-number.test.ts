import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseVerseNumber, splitVerseNumber } from '../../../src/editions/formats/shared/verse-number.ts';

/** "1a-5b" for a bridge with parts, then the numbers that its list does not name. */
function parse(text: string): string | null {
  const number = parseVerseNumber(text, 3);
  if (!number) return null;
  const { chapter, verse, part = '', last, lastPart = '', skipped } = number;
  assert.equal(chapter, 3);
  return `${verse}${part}${last === undefined ? '' : `-${last}${lastPart}`}${skipped ? ` without ${skipped}` : ''}`;
}

describe('[D30] verse numbers, in every format', () => {
  const numbers: Record<string, string> = {
    '5': '5',
    ' 5 ': '5',
    '5a': '5a',
    '5A': '5a',
    '1α': '1α',
    '12אּ': '12אּ',
    '24aa': '24aa',
    '1-2': '1-2',
    '1\u20132': '1-2',
    '1 - 2': '1-2',
    '5b-6': '5b-6',
    '1-2a': '1-2a',
    '1,2': '1-2',
    '1,2,3': '1-3',
    '1-3,4': '1-4',
    '1-3,5': '1-5 without 4',
    '1,3,7-9': '1-9 without 2,4,5,6',
    '1\u200f,2\u200f,3': '1-3',
    '5-5': '5',
  };
  for (const [text, expected] of Object.entries(numbers))
    test(`when the number is "${text}", then it is read as ${expected}`, () => assert.equal(parse(text), expected));

  test('when a number runs backwards, then it is passed on as it is, to be refused', () => {
    assert.equal(parse('5-3'), '5-3');
    assert.equal(parse('1,5,3'), '5-3');
  });

  test('when a text is anything else, then it is not a number', () => {
    for (const text of [
      '',
      'a',
      '-',
      '1-',
      ',1',
      '1,,2',
      '1a-b',
      '1-b',
      '3rd',
      '1In',
      '1 2',
      '1.2',
      '12345',
      '1\u200f'.repeat(600),
    ])
      assert.equal(parse(text), null, text);
  });

  test('when something sticks to a number, then it is separated from it', () => {
    assert.deepEqual(splitVerseNumber('14...'), ['14', '...']);
    assert.deepEqual(splitVerseNumber('1-3,5'), ['1-3,5', '']);
    assert.deepEqual(splitVerseNumber('1a-b'), ['1a', '-b']);
    assert.deepEqual(splitVerseNumber('one'), ['', 'one']);
  });
});
