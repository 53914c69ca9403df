import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitParallel } from '../../../web/session/limit-parallel.ts';

describe('the limit of parallel tasks', () => {
  it('when more tasks are given, also when one has just ended, then never more run at once, and all run in order', async () => {
    const limit = limitParallel(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const run = (number: number) =>
      limit(async () => {
        begun.push(number);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      });
    const first = [1, 2, 3, 4].map(run);
    const last = first[0]!.then(() => run(5));
    await Promise.all([...first, last]);
    assert.deepEqual({ begun, most }, { begun: [1, 2, 3, 4, 5], most: 2 });
  });

  it('when a task fails, then its caller gets the error, and the next task runs', async () => {
    const limit = limitParallel(1);
    const failed = limit(() => Promise.reject(new Error('refused')));
    const next = limit(async () => 'done');
    await assert.rejects(failed, /refused/);
    assert.equal(await next, 'done');
  });
});
