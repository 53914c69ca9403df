import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyQueueChange, diffQueue, invertQueueChanges } from '../../../src/domain/live/state/queue-changes.ts';
import type { QueueItem, QueueItems, QueueMutation } from '../../../src/storage/storage.ts';

const item = (id: string, rank: number): QueueItem => ({
  id,
  rank,
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
const inOrder = (items: Iterable<QueueItem>) =>
  [...items].sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1));
const apply = (items: QueueItems, changes: readonly QueueMutation[]) =>
  changes.reduce<QueueItems>(applyQueueChange, items).slice();

/** Few ids, so that two queues share some; ranks may be equal, fractional and negative. */
const anyQueue = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...'abcdefghij'), fc.constantFrom(-2, -1, 0, 0.5, 1, 1.25, 2, 3, 7)), {
    selector: ([id]) => id,
  })
  .map((pairs) => inOrder(pairs.map(([id, rank]) => item(id, rank))));

/** Returns a valid change of a queue, chosen by any numbers. */
function toChange(items: QueueItems, kind: QueueMutation['type'], numbers: readonly number[]): QueueMutation {
  const some = items.filter((_, index) => numbers.includes(index));
  switch (kind) {
    case 'insert': {
      const ids = [...'abcdefghijklmnop'].filter((id) => !items.some((each) => each.id === id));
      return { type: 'insert', items: inOrder(numbers.slice(0, ids.length).map((rank, at) => item(ids[at]!, rank))) };
    }
    case 'remove':
      return { type: 'remove', items: some };
    case 'clear':
      return { type: 'clear' };
    case 'rank':
      return { type: 'rank', items: some.map((each, at) => ({ item: each, rank: (numbers[at]! * 3) % 5 })) };
  }
}
const anySteps = fc.array(
  fc.tuple(fc.constantFrom('insert', 'remove', 'clear', 'rank'), fc.uniqueArray(fc.nat(9), { maxLength: 6 })),
  { maxLength: 5 },
);

describe('[D50] changes of a queue', () => {
  it('when a change is applied, then it does what it says and leaves the original queue alone', () => {
    const queue = [item('a', 0), item('b', 1), item('c', 2)];
    const cases: [QueueMutation, string][] = [
      [{ type: 'insert', items: [item('d', 3), item('e', 4)] }, 'abcde'],
      [{ type: 'insert', items: [item('d', 0.5)] }, 'adbc'],
      [{ type: 'insert', items: [item('d', -1), item('e', 9)] }, 'dabce'],
      [{ type: 'insert', items: [] }, 'abc'],
      [{ type: 'remove', items: [{ id: 'b', rank: 1 }] }, 'ac'],
      [{ type: 'clear' }, ''],
      [{ type: 'rank', items: [{ item: { id: 'c', rank: 2 }, rank: 0.5 }] }, 'acb'],
      [
        {
          type: 'rank',
          items: [
            { item: { id: 'a', rank: 0 }, rank: 2 },
            { item: { id: 'c', rank: 2 }, rank: 0 },
          ],
        },
        'cba',
      ],
    ];
    for (const [change, expected] of cases) {
      const after = applyQueueChange(queue, change);
      assert.equal(after.map(({ id }) => id).join(''), expected);
      assert.deepEqual(
        queue.map(({ id, rank }) => `${id}${rank}`),
        ['a0', 'b1', 'c2'],
      );
    }
  });

  it('when changes are inverted, then the result leads back, whatever the changes were', () => {
    fc.assert(
      fc.property(anyQueue, anySteps, (before, steps) => {
        let items: QueueItems = before;
        const changes = steps.map(([kind, numbers]) => {
          const change = toChange(items, kind, numbers);
          items = applyQueueChange(items, change);
          return change;
        });
        assert.deepEqual([...items], inOrder(items));
        assert.deepEqual(apply(items, invertQueueChanges(before, changes)), before);
      }),
      { numRuns: 2_000 },
    );
  });

  it('when changes are inverted, then the result can be kept as JSON', () => {
    const before = [item('a', 0), item('b', 0.1 + 0.2)];
    const changes: QueueMutation[] = [{ type: 'clear' }, { type: 'insert', items: [item('c', 0)] }];
    const kept = JSON.parse(JSON.stringify(invertQueueChanges(before, changes)));
    assert.deepEqual(apply(apply(before, changes), kept), before);
  });

  it('when two queues differ, then their difference leads from one to the other', () => {
    fc.assert(
      fc.property(anyQueue, anyQueue, (before, after) => {
        assert.deepEqual(apply(before, diffQueue(before, after)), after);
      }),
      { numRuns: 2_000 },
    );
    assert.deepEqual(diffQueue([item('a', 0)], [item('a', 0)]), []);
  });
});
