import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertProblem } from '../../support/requests/api.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { poll, readSnapshot, requireEvent } from '../../support/requests/poll.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** [Limits] Seconds. */
const WAIT_MAX = 25;
/** A timer may be early by its own grain. */
const GRAIN_MS = 20;
const BAD_WAITS = [
  '26',
  '-1',
  '1.5',
  '',
  'x',
  '1e1',
  '0x1',
  '%2B1',
  '%201',
  '1%20',
  '25.0',
  'null',
  'true',
  '%D9%A1',
  '1%00',
  '99999999999999999999',
  'Infinity',
  'NaN',
  '1&wait=1',
  '1&wait=2',
];

// Side by side: the longest wait is long.
describe('how long a poll waits', { concurrency: true }, () => {
  for (const engine of PAGE_ENGINES)
    describe(`on ${engine}`, () => {
      const { lectern } = useInProcessServer({ engine });
      let owner: TestOwner;

      before(async () => {
        owner = await createTestAccount(lectern);
      });

      it('[Events 2], [Limits] when nothing changes, then a poll waits as long as wait says, and 25 seconds if it says nothing', async () => {
        const controller = await createLiveController(lectern, owner);
        const { cursor } = await readSnapshot(lectern, controller);
        const begun = performance.now();
        await Promise.all(
          [undefined, 0, 1, 2, 7, WAIT_MAX].map(async (wait) => {
            const event = requireEvent(
              await poll(lectern, controller, { after: cursor, wait }),
              controller,
              'stream.heartbeat',
            );
            const elapsed = performance.now() - begun;
            assert.ok(elapsed >= (wait ?? WAIT_MAX) * 1_000 - GRAIN_MS, `wait=${wait} took ${elapsed} ms`);
            // The next longer one is far enough away for a slow machine.
            assert.ok(elapsed < (wait ?? WAIT_MAX) * 1_000 + 15_000, `wait=${wait} took ${elapsed} ms`);
            assert.equal(event.cursor, cursor);
          }),
        );
      });

      it('[Events 7] when nothing has changed, then a poll outlives the idle checks of its credential', async () => {
        const controller = await createLiveController(lectern, await createTestOrganization(lectern));
        const { cursor } = await readSnapshot(lectern, controller);
        requireEvent(await poll(lectern, controller, { after: cursor, wait: 12 }), controller, 'stream.heartbeat');
      });

      it('[Limits], [D1] when wait is not a whole number from 0 to 25, given once, then it is 422, with a cursor and without', async () => {
        const controller = await createLiveController(lectern, owner);
        const { cursor } = await readSnapshot(lectern, controller);
        for (const wait of BAD_WAITS) {
          for (const query of [`?wait=${wait}`, `?after=${cursor}&wait=${wait}`]) {
            const response = await poll(lectern, controller, { query });
            assert.deepEqual([query, response.status], [query, 422]);
            assertProblem(response, 422, 'invalid_fields');
          }
        }
      });
    });
});
