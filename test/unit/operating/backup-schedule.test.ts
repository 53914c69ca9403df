import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isNightly,
  nextNightlyAt,
  selectExcess,
  timeOf,
  toBackupId,
} from '../../../src/domain/backups/backup-schedule.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A time of day on 10 March 2026 in the time zone of this machine, or days later. */
const at = (hours: number, days = 0): number => new Date(2026, 2, 10 + days, hours).getTime();
const toText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const next = (now: number, madeAt: number | null, failedAt: number | null = null): number =>
  nextNightlyAt(now, { madeAt: toText(madeAt), failedAt: toText(failedAt) });

describe('[D69] when the next nightly backup is due', () => {
  it('when the last night has its backup, then the next one is due at three', () => {
    assert.equal(next(at(9), at(3)), at(3, 1));
    assert.equal(next(at(1), at(3, -1)), at(3));
    assert.equal(next(at(3), at(3)), at(3, 1));
    assert.equal(next(at(3) - 1, at(3, -1)), at(3));
  });

  it('when it is three, or a night was missed, or none was ever made, then it is due', () => {
    assert.equal(next(at(3), at(3, -1)), at(3));
    assert.equal(next(at(9), at(3, -1)), at(3));
    assert.equal(next(at(2), at(9, -30)), at(3, -1));
    assert.equal(next(at(9), null), at(3));
  });

  it('when a missed night was made up in the day, then the next night has its own', () => {
    assert.equal(next(at(10), at(9)), at(3, 1));
    assert.equal(next(at(3, 1), at(9)), at(3, 1));
  });

  it('when it failed, then it is tried again after an hour, also when it failed in an earlier night', () => {
    assert.equal(next(at(3), at(3, -1), at(3)), at(4));
    assert.equal(next(at(4), at(3, -1), at(3)), at(4));
    assert.equal(next(at(9), at(3, -3), at(3, -2)), at(3));
  });

  it('when the clock jumps back, then times of the future do not count, and those of a node a little ahead do', () => {
    assert.equal(next(at(9), at(3, 300)), at(3));
    assert.equal(next(at(9), at(3, -1), at(3, 300)), at(3));
    assert.equal(next(at(9), at(9) + HOUR_MS / 2), at(3, 1));
  });

  it('when the stored time is damaged, then one is due', () => {
    assert.equal(nextNightlyAt(at(9), { madeAt: 'yesterday', failedAt: '' }), at(3));
  });
});

describe('[D69] which backups are removed', () => {
  const now = at(12);
  const idOf = (days: number) => toBackupId(new Date(now + days * DAY_MS).toISOString());
  const latest = idOf(0);
  const select = (days: readonly number[], kept: number, newest = latest) =>
    selectExcess([newest, ...days.map(idOf)], { latest: newest, kept, now });

  it('when there are more than are kept, then the oldest go, in any order of the list', () => {
    assert.deepEqual(select([-3, -1, -2], 3), [idOf(-3)]);
    assert.deepEqual(select([-3, -1, -2], 2), [idOf(-2), idOf(-3)]);
    assert.deepEqual(select([-1, -2], 3), []);
    assert.deepEqual(select([-1, -2], 1000), []);
  });

  it('when only one is kept, or even none, then the latest stays', () => {
    assert.deepEqual(select([-1], 1), [idOf(-1)]);
    assert.deepEqual(select([-1], 0), [idOf(-1)]);
    assert.deepEqual(select([], 0), []);
  });

  it('when the clock went back, then the latest stays, although it has the earliest time, and those of the future go first', () => {
    const early = idOf(-300);
    assert.deepEqual(select([-1, -2], 2, early), [idOf(-2)]);
    assert.deepEqual(select([30, -1, 31], 2), [idOf(31), idOf(30)]);
    assert.deepEqual(select([30, -1, 31], 3), [idOf(30)]);
  });

  it('when an id is made, then its time and kind can be read from it', () => {
    const id = toBackupId('2026-01-31T03:00:01.234Z');
    assert.equal(id, '2026-01-31T03-00-01Z-nightly');
    assert.equal(timeOf(id), '2026-01-31T03:00:01.000Z');
    assert.ok(isNightly(id));
    assert.ok(!isNightly(toBackupId('2026-01-31T03:00:01.234Z', '0a1b2c')));
  });
});
