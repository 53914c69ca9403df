import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPlannedTime, minutesOver, toPlannedEnd, toPlannedStarts } from '../../../src/contract/plan-times.ts';

const entries = [{ minutes: 5 }, { minutes: null }, { minutes: 20 }, { minutes: 3 }];
const plan = { date: '2026-11-29', starts_at: '23:50', entries };

test('[D65] when a plan has a start and durations, then each entry has its planned time, also past midnight', () => {
  const starts = toPlannedStarts(plan);
  assert.deepEqual(
    starts.map((start) => formatPlannedTime(start!, 'de')),
    ['23:50', '23:55', '23:55', '00:15'],
  );
  assert.deepEqual(toPlannedStarts({ ...plan, starts_at: null }), [null, null, null, null]);
});

test('[D65] when an entry lasts longer than planned, then it is over by whole minutes, on the day of the plan', () => {
  const at = (hours: number, minutes: number) => new Date(2026, 10, 29, hours, minutes);
  assert.deepEqual(
    [
      minutesOver(toPlannedEnd(plan, 0), at(23, 54)),
      minutesOver(toPlannedEnd(plan, 0), at(23, 55)),
      minutesOver(toPlannedEnd(plan, 0), at(23, 59)),
    ],
    [0, 0, 4],
  );
  assert.equal(minutesOver(toPlannedEnd(plan, 1), at(23, 59)), 0, 'without a duration');
  assert.equal(minutesOver(toPlannedEnd({ ...plan, date: '2026-11-22' }, 0), at(23, 59)), 0, 'on another day');
  assert.equal(minutesOver(toPlannedEnd({ ...plan, date: null }, 0), at(23, 59)), 4);
});
