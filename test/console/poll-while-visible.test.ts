import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pollWhileVisible } from '../../web/session/poll-while-visible.ts';

describe('what the console reads again and again', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  beforeEach(() => Object.defineProperty(globalThis, 'document', { configurable: true, value: page }));
  afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

  it('when the page is hidden, then it is not read; when the page is visible again, then it is read at once; a failure is read again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let reads = 0;
    const stop = pollWhileVisible(async () => {
      reads += 1;
      if (reads === 1) throw new TypeError('fetch failed');
    }, 3_000);
    const settle = () => new Promise(setImmediate);
    const become = (state: string) => {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    await settle();
    t.mock.timers.tick(3_000);
    await settle();
    assert.equal(reads, 2);
    become('hidden');
    t.mock.timers.tick(30_000);
    await settle();
    assert.equal(reads, 2);
    become('visible');
    await settle();
    assert.equal(reads, 3);
    stop();
    t.mock.timers.tick(30_000);
    await settle();
    assert.equal(reads, 3);
  });
});
