import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LeastRecentlyUsed } from '../../src/domain/least-recently-used.ts';

test('the oldest goes first, unless it was used', () => {
  const kept = new LeastRecentlyUsed<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) kept.set(key, index);
  assert.equal(kept.get('a'), 0);
  kept.set('d', 3);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => kept.get(key)),
    [0, undefined, 2, 3],
  );
});

test('one that is heavier than everything stays alone, and leaves room when it is replaced', () => {
  const kept = new LeastRecentlyUsed<string>(10);
  kept.set('a', 'light', 4);
  kept.set('b', 'heavy', 100);
  assert.deepEqual([kept.get('a'), kept.get('b')], [undefined, 'heavy']);
  kept.set('b', 'light', 5);
  kept.set('a', 'light', 5);
  assert.deepEqual([kept.get('a'), kept.get('b')], ['light', 'light']);
});

test('whatever happens, the weights together stay below the capacity, and what is kept is what was set last', () => {
  const capacity = 20;
  const step = fc.record({
    act: fc.constantFrom('get', 'set', 'delete'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    weight: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kept = new LeastRecentlyUsed<number>(capacity);
      const latest = new Map<string, number>();
      for (const { act, key, weight } of steps) {
        if (act === 'set') {
          kept.set(key, weight, weight);
          latest.set(key, weight);
          assert.equal(kept.get(key), weight);
        } else if (act === 'delete') {
          kept.delete(key);
          latest.delete(key);
        } else {
          const found = kept.get(key);
          assert.ok(found === undefined || found === latest.get(key));
        }
      }
      const weights = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => kept.get(key) ?? 0);
      assert.ok(weights.reduce((sum, weight) => sum + weight) <= capacity);
    }),
  );
});
