import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LINE_CHARACTERS_MAX,
  LINE_CHARACTERS_MIN,
  largestCountThatFits,
  largestThatFits,
  measureBounds,
  smallestThatHolds,
  WORD_CHARACTERS_MAX,
} from '../../../web/viewer/fit/fit.ts';

test('when the largest size that fits is searched for, then it is found to within its precision', () => {
  let asked = 0;
  const size = largestThatFits(10, 200, (candidate) => {
    asked++;
    return candidate <= 73.3;
  });
  assert.ok(size <= 73.3 && size > 72.8);
  assert.ok(asked < 12);
});

test('when a size would be less than required, then it is given up early; any other is the same as without the requirement', () => {
  for (let limit = 11; limit < 200; limit += 7.3) {
    const fits = (candidate: number) => candidate <= limit;
    const size = largestThatFits(10, 200, fits);
    assert.equal(largestThatFits(10, 200, fits, size), size);
    let asked = 0;
    const given = largestThatFits(10, 200, (candidate) => ++asked > 0 && fits(candidate), limit * 4);
    assert.equal(given, null);
    assert.ok(asked < 8, `${asked} for ${limit}`);
  }
});

test('when everything fits, or nothing does, then the largest or the smallest size is used', () => {
  assert.equal(
    largestThatFits(10, 200, () => true),
    200,
  );
  assert.equal(
    largestThatFits(10, 200, () => false),
    10,
  );
  assert.equal(
    largestThatFits(10, 5, () => true),
    10,
  );
});

test('when verses are fitted, then as many as fit are found, and that number is asked for last', () => {
  for (const count of [1, 2, 7, 176]) {
    for (let most = 1; most <= count; most++) {
      const asked: number[] = [];
      const found = largestCountThatFits(count, (candidate) => {
        asked.push(candidate);
        return candidate <= most;
      });
      assert.equal(found, most);
      assert.equal(asked.at(-1), most);
      assert.ok(asked.length < 11);
    }
  }
});

test('when not even one fits, then the result is one; of nothing it is nothing', () => {
  for (const [count, expected] of [
    [1, 1],
    [9, 1],
    [0, 0],
  ] as const) {
    const asked: number[] = [];
    const found = largestCountThatFits(count, (candidate) => asked.push(candidate) < 0);
    assert.deepEqual([found, asked.at(-1)], [expected, expected]);
  }
});

test('when a width has to keep its lines, then the narrowest one is found and holds', () => {
  const width = smallestThatHolds(100, 900, (candidate) => candidate >= 512);
  assert.ok(width >= 512 && width < 513.1);
});

test('when a screen shows one column or two, then a line holds 18 to 34 characters', () => {
  const frame = { width: 1728, height: 800 };
  const advance = 0.45;
  for (const columns of [1, 2]) {
    const { largest, columnAt } = measureBounds(frame, { advance, longest: 12 * advance }, columns, 1.6);
    const charactersAt = (size: number) => columnAt(size) / (advance * size);
    assert.ok(Math.abs(charactersAt(largest) - LINE_CHARACTERS_MIN) < 0.01);
    for (let size = 10; size < largest; size += 5) {
      assert.ok(charactersAt(size) <= LINE_CHARACTERS_MAX + 1e-9 && charactersAt(size) >= LINE_CHARACTERS_MIN);
      assert.ok(columns * columnAt(size) + (columns - 1) * 1.6 * size <= frame.width + 1e-9);
    }
  }
});

test('when a column has a long word, then it holds the longest, up to one that is broken', () => {
  const frame = { width: 1728, height: 800 };
  const advance = 0.45;
  for (const columns of [1, 2]) {
    for (const [characters, held] of [
      [26, 26],
      [42, 42],
      [85, WORD_CHARACTERS_MAX],
    ] as const) {
      const { largest, columnAt } = measureBounds(frame, { advance, longest: characters * advance }, columns, 1.6);
      for (const size of [10, largest / 2, largest]) assert.ok(columnAt(size) >= held * advance * size - 1e-9);
    }
  }
});
