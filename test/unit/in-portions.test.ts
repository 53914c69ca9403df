import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InPortions } from '../../src/http/in-portions.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('as many as fit into one turn begin at once', () => {
  const portions = new InPortions(3);
  const begun: number[] = [];
  for (const number of [1, 2, 3]) portions.begin(() => begun.push(number));
  assert.deepEqual(begun, [1, 2, 3]);
});

test('the rest begins in the next turns, in order, together with what comes meanwhile', async () => {
  const portions = new InPortions(3);
  const begun: number[] = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) portions.begin(() => begun.push(number));
  assert.deepEqual(begun, [1, 2, 3]);
  await turn();
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6]);
  portions.begin(() => begun.push(9));
  assert.deepEqual(begun.length, 6, 'the portion of this turn is used up');
  await turn();
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('work that begins more work in the same turn has it wait as well', async () => {
  const portions = new InPortions(2);
  let begun = 0;
  const again = () => {
    begun++;
    if (begun < 6) portions.begin(again);
  };
  portions.begin(again);
  assert.equal(begun, 2);
  await turn();
  assert.equal(begun, 4);
  await turn();
  assert.equal(begun, 6);
});

test('when the crowd is gone the next begins at once again', async () => {
  const portions = new InPortions(1);
  let begun = 0;
  portions.begin(() => begun++);
  portions.begin(() => begun++);
  await turn();
  await turn();
  portions.begin(() => begun++);
  assert.equal(begun, 3);
});
