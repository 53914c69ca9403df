import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { nextTimestamp } from '../../../src/domain/clock.ts';

test('when things are made one after another within a millisecond, then they are listed in that order', () => {
  const times = Array.from({ length: 100 }, nextTimestamp);
  assert.deepEqual(times, [...new Set(times)].sort());
});

test('when a clock goes back a little, then it is waited for; when it is set back, then it is followed', (t) => {
  t.after(() => mock.timers.reset());
  const before = nextTimestamp();
  mock.timers.enable({ apis: ['Date'], now: Date.parse(before) - 100 });
  assert.ok(nextTimestamp() > before);
  mock.timers.setTime(Date.parse(before) - 3_600_000);
  assert.equal(Date.parse(nextTimestamp()), Date.parse(before) - 3_600_000);
});
