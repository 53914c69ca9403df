import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGINES } from '../support/server/lectern.ts';
import { useStorage } from './place.ts';

const MAX = 3;
const WINDOW_MS = 600_000;
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const toTime = (ms: number) => new Date(ms).toISOString();

for (const engine of ENGINES) {
  describe(`counted attempts on ${engine}`, () => {
    const { storage } = useStorage(engine);

    /** Returns whether an attempt at this time is allowed. */
    const isAllowed = async (key: string, ms: number) =>
      (await storage.failedAttempts.take([{ key, max: MAX, endsAt: toTime(ms + WINDOW_MS) }], toTime(ms))) === null;
    const countAllowed = async (key: string, times: readonly number[]) => {
      let allowed = 0;
      for (const ms of times) if (await isAllowed(key, ms)) allowed++;
      return allowed;
    };

    it('when attempts reach the database out of order, then they are counted in one window', async () => {
      const backwards = Array.from({ length: 8 }, (_, index) => START_MS + 8_000 - index * 1_000);
      assert.equal(await countAllowed('backwards', backwards), MAX);
    });

    it('when a window is over, or the clock was set back by more than the tolerance, then it starts over', async () => {
      assert.equal(await countAllowed('over', Array(5).fill(START_MS)), MAX);
      assert.equal(await isAllowed('over', START_MS + WINDOW_MS), true);
      assert.equal(await countAllowed('set back', Array(5).fill(START_MS)), MAX);
      assert.equal(await isAllowed('set back', START_MS - 3_600_000), true);
    });
  });
}
