import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countUsage } from '../../../src/domain/live/changes/count-usage.ts';
import type { UsageStay } from '../../../src/storage/storage.ts';

const SONG = 'song a';
const OTHER = 'song b';
const MORNING = Date.parse('2026-03-01T10:00:00.000Z');
const MIDNIGHT = Date.parse('2026-03-02T00:00:00.000Z');
const MINUTE = 60;

/** Applies changes of what is on air, each at its seconds after `start`. Returns `day key` of each count. */
function run(
  changes: readonly (readonly [seconds: number, ...onAir: string[]])[],
  { start = MORNING, known = [] as readonly UsageStay[] } = {},
) {
  let stays = known;
  let before: readonly string[] = known.filter(({ since }) => since !== null).map(({ key }) => key);
  const counts: string[] = [];
  for (const [seconds, ...after] of changes) {
    const next = countUsage(stays, { before, after }, start + seconds * 1000);
    // Each state is stored as JSON, and another process can read it.
    stays = JSON.parse(JSON.stringify(next.stays));
    before = after;
    counts.push(...next.counted.map(({ day, key }) => `${day} ${key}`));
  }
  return { counts, stays };
}

suite('counting what is shown', () => {
  test('[D77] when a song stands on air for 10 seconds, then it is counted once, and less is not counted', () => {
    assert.deepEqual(run([[0, SONG], [10]]).counts, ['2026-03-01 song a']);
    assert.deepEqual(run([[0, SONG], [9.999]]).counts, []);
    assert.deepEqual(run([[0, SONG], [10, SONG], [20, SONG], [300]]).counts, ['2026-03-01 song a']);
  });

  test('[D77] when a song stands on air for 9.9 and later for 0.2 seconds of one day, then it is counted', () => {
    assert.deepEqual(run([[0, SONG], [9.9], [180 * MINUTE, SONG], [180 * MINUTE + 0.2]]).counts, ['2026-03-01 song a']);
  });

  test('[D77] when it is 9.9 seconds on one day and 0.2 on the next, then it is not counted', () => {
    assert.deepEqual(run([[-9.9, SONG], [0.2]], { start: MIDNIGHT }).counts, []);
    assert.deepEqual(run([[-60, SONG], [-50.1], [60, SONG], [60.2]], { start: MIDNIGHT }).counts, []);
  });

  test('[D77] when a song is hidden, blank or behind an announcement for a while, then it is counted once', () => {
    const hidden = [[0, SONG], [20], [9 * MINUTE, SONG], [11 * MINUTE, OTHER], [11 * MINUTE + 5, SONG], [15 * MINUTE]];
    assert.deepEqual(run(hidden as [number, ...string[]][]).counts, ['2026-03-01 song a']);
  });

  test('[D77] when a song is sung twice with 10 minutes between, then it is counted twice', () => {
    assert.deepEqual(run([[0, SONG], [60], [11 * MINUTE, SONG], [12 * MINUTE]]).counts, [
      '2026-03-01 song a',
      '2026-03-01 song a',
    ]);
    assert.deepEqual(run([[0, SONG], [60], [11 * MINUTE, SONG], [11 * MINUTE + 9.9]]).counts, ['2026-03-01 song a']);
  });

  test('[D77] when a song stands on air over midnight, then it is counted on the first day with 10 seconds', () => {
    assert.deepEqual(run([[-10, SONG], [60]], { start: MIDNIGHT }).counts, ['2026-03-01 song a']);
    assert.deepEqual(run([[-9, SONG], [60]], { start: MIDNIGHT }).counts, ['2026-03-02 song a']);
    assert.deepEqual(run([[-9, SONG], [5, SONG], [60]], { start: MIDNIGHT }).counts, ['2026-03-02 song a']);
  });

  test('[D77] when a song is left on air for a week and sung again after it, then it is counted on both days', () => {
    const week = 7 * 24 * 60 * MINUTE;
    assert.deepEqual(run([[0, SONG], [week, OTHER], [week + 5 * MINUTE, SONG], [week + 6 * MINUTE]]).counts, [
      '2026-03-01 song a',
      '2026-03-08 song b',
      '2026-03-08 song a',
    ]);
  });

  test('[D77] when several are on air, then each is counted, and what stays is not counted again', () => {
    assert.deepEqual(run([[0, 'edition kjv', 'edition web'], [10, 'edition kjv'], [90]]).counts, [
      '2026-03-01 edition kjv',
      '2026-03-01 edition web',
    ]);
  });

  test('[D77] when an earlier version showed something else in between, then the stay is not counted', () => {
    const { stays } = run([[0, SONG]]);
    const { stays: after, counted } = countUsage(stays, { before: [OTHER], after: [OTHER] }, MORNING + 60_000);
    assert.deepEqual(counted, []);
    assert.deepEqual(
      after.map(({ key, since }) => [key, since]),
      [[OTHER, MORNING + 60_000]],
    );
  });

  test('[D77] when the clock of another node is behind, then nothing is counted and no time is lost', () => {
    assert.deepEqual(run([[0, SONG], [-5, SONG], [10]]).counts, ['2026-03-01 song a']);
    assert.deepEqual(run([[0, SONG], [-5], [4, SONG], [13.9]]).counts, []);
  });

  test('[D77] when hundreds of songs are shown for a moment, then what is stored stays short', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => [index, `song ${index}`] as [number, string]);
    const { stays } = run(changes);
    assert.equal(stays.length, 200);
    assert.equal(stays.at(-1)?.key, 'song 999');
  });
});
