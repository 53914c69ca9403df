import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flush, runAtTickEnd } from '../../../src/storage/tick-queue.ts';

const LONG_MS = 5;

function beBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('when several tasks come in one turn, then they are done together at its end, each once', async () => {
  const done: number[] = [];
  for (const number of [1, 2, 3]) runAtTickEnd(() => done.push(number));
  await Promise.resolve();
  assert.deepEqual(done, []);
  await new Promise(setImmediate);
  assert.deepEqual(done, [1, 2, 3]);
  beBusy(LONG_MS);
  flush();
  await new Promise(setImmediate);
  assert.deepEqual(done, [1, 2, 3]);
});

test('when a turn is long, then overdue work goes on as soon as a caller hurries, and what it adds waits again', async () => {
  const done: string[] = [];
  runAtTickEnd(() => {
    done.push('first');
    runAtTickEnd(() => done.push('added'));
  });
  beBusy(LONG_MS);
  flush();
  assert.deepEqual(done, ['first']);
  flush();
  assert.deepEqual(done, ['first'], 'what has just come is not overdue');
  await new Promise(setImmediate);
  assert.deepEqual(done, ['first', 'added']);
});
