import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { newTime } from '../../src/domain/clock.ts';

test('when things are made one after another within a millisecond, then they are listed in that order', () => {
  const times = Array.from({ length: 100 }, newTime);
  assert.deepEqual(times, [...new Set(times)].sort());
});

test('when a clock goes back a little, then it is waited for; when it is set back, then it is followed', (t) => {
  t.after(() => mock.timers.reset());
  const before = newTime();
  mock.timers.enable({ apis: ['Date'], now: Date.parse(before) - 100 });
  assert.ok(newTime() > before);
  mock.timers.setTime(Date.parse(before) - 3_600_000);
  assert.equal(Date.parse(newTime()), Date.parse(before) - 3_600_000);
});
