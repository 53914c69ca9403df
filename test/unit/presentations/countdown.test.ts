import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveEnd } from '../../../src/domain/live/changes/countdown.ts';
import { toSecondsLeft } from '../../../web/viewer/slides/seconds-left.ts';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();

test('[D76] when an end is moved, then it is never before now, and one that is over is moved from now, and not back', () => {
  const moves = [
    [300, 60, 100, 360],
    [300, -60, 100, 240],
    [300, -3_600, 100, 100],
    [50, 60, 100, 160],
    [50, -60, 100, 50],
    [300, 0, 100, 300],
  ] as const;
  for (const [end, by, now, moved] of moves) assert.equal(moveEnd(at(end), by, now * 1_000), at(moved));
});

test('[D76] when an end is moved past the year 9999, then it stays in it, so that it is a time that clients can read', () => {
  assert.equal(moveEnd('9999-12-31T23:59:30.000Z', 3_600, 0), '9999-12-31T23:59:59.999Z');
});

test('[D76] when a countdown has not begun, then its whole duration is left; after its end, nothing', () => {
  assert.equal(toSecondsLeft({ seconds: 300 }, 0), 300);
  assert.equal(toSecondsLeft({ until: at(300) }, 299_400), 1);
  assert.equal(toSecondsLeft({ until: at(300) }, 299_600), 0);
  assert.equal(toSecondsLeft({ until: at(300) }, 400_000), 0);
});
