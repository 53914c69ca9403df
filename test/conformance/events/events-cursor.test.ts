import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { assertProblem } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { poll, readSnapshot, requireEvent } from '../../support/requests/poll.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const GARBAGE = [
  '',
  'x',
  '0',
  '-1',
  'null',
  '""',
  '*',
  ' ',
  '\u0000',
  'é',
  '%',
  '../../..',
  "' OR 1=1 --",
  '{}',
  'e30',
];
/** [D24] */
const CURSOR_MAX_CHARACTERS = 512;

for (const engine of PAGE_ENGINES) {
  describe(`cursors of events on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      await importFixtureEdition(lectern);
      organization = (await createFixture(lectern, 'organization')).client.owner;
      account = (await createFixture(lectern, 'account')).client.owner;
    });

    const open = async (owner: TestOwner) => {
      const controller = await createLiveController(lectern, owner, { translations: [FIXTURE_SLUG] });
      await controller.push({ book_id: 43 });
      return controller;
    };
    /** Refused at once, whatever the time to wait. */
    const requireRefusal = async (controller: LiveController, after: string) => {
      const response = await poll(lectern, controller, { after });
      assert.deepEqual([after, response.status], [after, 422]);
      assertProblem(response, 422, 'invalid_cursor');
    };

    it('[D24] when the text is not a cursor, then it is 422 invalid_cursor', async () => {
      const controller = await open(organization);
      for (const after of GARBAGE) await requireRefusal(controller, after);
      for (const length of [CURSOR_MAX_CHARACTERS, CURSOR_MAX_CHARACTERS + 1, 8_000]) {
        await requireRefusal(controller, 'A'.repeat(length));
      }
    });

    it('[D24] when any text is sent as a cursor, then it is refused, and none causes a defect', async () => {
      const controller = await open(organization);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600 }), (after) => requireRefusal(controller, after)),
        { numRuns: 60 },
      );
    });

    it('[D1] when after is repeated, then it is 422, even with one value', async () => {
      const controller = await open(organization);
      const { cursor } = await readSnapshot(lectern, controller);
      for (const query of [`?after=${cursor}&after=${cursor}`, `?after=&after=${cursor}`, `?after=${cursor}&after=`]) {
        const response = await poll(lectern, controller, { query });
        assert.equal(response.status, 422);
        assert.ok(['invalid_fields', 'invalid_cursor'].includes(response.body.code), response.body.code);
      }
    });

    it('[D24] when one character of a cursor is changed, or it is cut or extended, then it is refused', async () => {
      const controller = await open(account);
      const { cursor } = await readSnapshot(lectern, controller);
      const forged = Array.from(cursor as string, (character, at) => {
        const other = character === 'A' ? 'B' : 'A';
        return cursor.slice(0, at) + other + cursor.slice(at + 1);
      });
      for (const after of [...forged, cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, `A${cursor}`, `${cursor} `]) {
        await requireRefusal(controller, after);
      }
      requireEvent(await poll(lectern, controller, { after: cursor, wait: 0 }), controller, 'stream.heartbeat');
    });

    it('[D24] when the cursor is of another Live, then it is refused: of the same owner, of another, and of one that is gone', async () => {
      for (const owner of [organization, account]) {
        const [controller, same, other, gone] = [
          await open(owner),
          await open(owner),
          await open(owner === organization ? account : organization),
          await open(owner),
        ];
        const cursors = await Promise.all(
          [same, other, gone].map(async (live) => (await readSnapshot(lectern, live)).cursor),
        );
        assert.equal((await gone.send('DELETE', '')).status, 204);
        for (const cursor of cursors) await requireRefusal(controller, cursor);
      }
    });

    it('[D4] when the Live belongs to another owner, then that is judged before the cursor', async () => {
      const [own, foreign] = [await open(organization), await open(account)];
      const { cursor } = await readSnapshot(lectern, foreign);
      for (const after of [cursor, (await readSnapshot(lectern, own)).cursor, 'x']) {
        const response = await poll(lectern, { ...foreign, owner: organization }, { after });
        assertProblem(response, 404, 'not_found');
      }
    });

    it('[Events], [D24] when a cursor is sent as a validator, or a validator as a cursor, then it is not valid as one', async () => {
      const controller = await open(organization);
      const { cursor, sequence } = await readSnapshot(lectern, controller);
      for (const [ifMatch, status, code] of [
        [cursor, 422, 'invalid_validator'],
        [`W/"${cursor}"`, 422, 'invalid_validator'],
        [`"${cursor}"`, 412, 'stale_validator'],
      ] as const) {
        await controller.refused(status, code, () =>
          controller.send('PATCH', '', { name: 'x' }, { 'if-match': ifMatch }),
        );
      }
      const { etag } = controller;
      for (const after of [etag, etag.slice(1, -1), `W/${etag}`, String(sequence)])
        await requireRefusal(controller, after);
      const known = await poll(lectern, controller, { headers: { 'if-none-match': `"${cursor}"` } });
      requireEvent(known, controller, 'live.snapshot');
    });

    it('[D24] when the cursor of a queue is used for events, or the other way around, then it is refused', async () => {
      const controller = await open(account);
      const { next_cursor } = (await controller.get('/queue-items?limit=1')).body;
      await requireRefusal(controller, next_cursor);
      const { cursor } = await readSnapshot(lectern, controller);
      assert.equal((await controller.get(`/queue-items?after=${encodeURIComponent(cursor)}`)).status, 422);
    });

    it('[Events 3] when the server restarts, then cursors stay valid: the present one is still the present one, and old ones are old', async () => {
      const controllers = [await open(organization), await open(account)];
      const olds = await Promise.all(controllers.map((controller) => readSnapshot(lectern, controller)));
      for (const controller of controllers) await controller.play({ paused: true });
      const presents = await Promise.all(controllers.map((controller) => readSnapshot(lectern, controller)));
      await lectern.restart();
      for (const [index, controller] of controllers.entries()) {
        const beat = await poll(lectern, controller, { after: presents[index].cursor, wait: 0 });
        requireEvent(beat, controller, 'stream.heartbeat');
        const changed = requireEvent(
          await poll(lectern, controller, { after: olds[index].cursor }),
          controller,
          'live.changed',
        );
        assert.deepEqual(changed.data, presents[index].data);
        const again = controller.on(lectern);
        await again.play({ paused: false });
        requireEvent(await poll(lectern, controller, { after: presents[index].cursor }), controller, 'live.changed');
      }
    });
  });
}
