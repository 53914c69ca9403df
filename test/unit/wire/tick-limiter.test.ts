import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TickLimiter } from '../../../src/http/server/tick-limiter.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('when work fits into one turn, then it begins at once', () => {
  const begun: number[] = [];
  const limiter = new TickLimiter<number>(3, (number) => begun.push(number));
  for (const number of [1, 2, 3]) limiter.run(number);
  assert.deepEqual(begun, [1, 2, 3]);
});

test('when there is more work, then the rest begins in the next turns, in order, together with what comes in between', async () => {
  const begun: number[] = [];
  const limiter = new TickLimiter<number>(3, (number) => begun.push(number));
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) limiter.run(number);
  assert.deepEqual(begun, [1, 2, 3]);
  await turn();
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6]);
  limiter.run(9);
  assert.deepEqual(begun.length, 6, 'the portion of this turn is used up');
  await turn();
  assert.deepEqual(begun, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('when work begins more work in the same turn, then that waits as well', async () => {
  let begun = 0;
  const limiter: TickLimiter<string> = new TickLimiter<string>(2, (again) => {
    begun++;
    if (begun < 6) limiter.run(again);
  });
  limiter.run('again');
  assert.equal(begun, 2);
  await turn();
  assert.equal(begun, 4);
  await turn();
  assert.equal(begun, 6);
});

test('when the crowd is gone, then the next work begins at once again', async () => {
  let begun = 0;
  const limiter = new TickLimiter<string>(1, () => begun++);
  limiter.run('one');
  limiter.run('two');
  await turn();
  await turn();
  limiter.run('three');
  assert.equal(begun, 3);
});
