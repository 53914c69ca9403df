import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AppendOnlyList } from '../../../src/domain/live/state/append-only-list.ts';
import type { QueueItem, QueueItems } from '../../../src/storage/storage.ts';

const item = (id: string): QueueItem => ({
  id,
  rank: 0,
  bookId: 43,
  book: 'John',
  chapter: 3,
  verse: 16,
  text: `Text of ${id}`,
  translation: 'one',
  revisionId: 'r',
  line: null,
  run: null,
});
const items = (ids: string) => [...ids].map(item);

/** Calls every method of a queue on each of its parts. */
const readsOf = (queue: QueueItems, start: number, end: number) => ({
  length: queue.length,
  all: [...queue],
  at: [queue.at(start), queue.at(end)],
  slices: [queue.slice(), queue.slice(start), queue.slice(start, end)],
  places: queue.map(({ id }, index) => `${id}${index}`),
  found: [...'abcz'].map((wanted) => queue.findIndex(({ id }) => id === wanted)),
  some: [...'abcz'].map((wanted) => queue.some(({ id }) => id === wanted)),
  filtered: queue.filter(({ id }, index) => id < 'c' || index === start),
});

describe('items of a queue that grows', () => {
  it('when any earlier queue was appended to, then the items are those of an array, and stay so', () => {
    const appended = fc.tuple(fc.nat(), fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 4 }));
    fc.assert(
      fc.property(
        fc.array(appended, { maxLength: 12 }),
        fc.integer({ min: -9, max: 9 }),
        fc.integer(),
        (steps, from, to) => {
          const queues: { real: QueueItems; model: readonly QueueItem[] }[] = [{ real: [], model: [] }];
          for (const [seed, ids] of steps) {
            const { real, model } = queues[seed % queues.length]!;
            queues.push({ real: AppendOnlyList.append(real, items(ids)), model: [...model, ...items(ids)] });
          }
          for (const { real, model } of queues) {
            assert.deepEqual(readsOf(real, from, to % 9), readsOf(model, from, to % 9));
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('when the newest queue grows, then the items are not copied', () => {
    const [one, two] = items('ab');
    const array = [one!];
    const first = AppendOnlyList.append(array, []);
    const copied: number[] = [];
    const slice = Array.prototype.slice;
    Array.prototype.slice = function (...range) {
      copied.push(this.length);
      return slice.apply(this, range);
    };
    try {
      let grown = first;
      for (let count = 0; count < 5; count++) grown = AppendOnlyList.append(grown, [two!]);
      assert.equal(grown.length, 6);
    } finally {
      Array.prototype.slice = slice;
    }
    assert.deepEqual(copied, []);
    assert.deepEqual(array, [one], 'an array that is given is left alone');
  });
});
