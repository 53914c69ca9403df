import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { assertProblem } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { poll, readSnapshot, requireEvent } from '../../support/requests/poll.ts';
import { PAGE_ENGINES, startTestLectern, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';

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
    let lectern: TestLectern;
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      lectern = await startTestLectern(engine);
      await importFixtureEdition(lectern);
      organization = (await createFixture(lectern, 'organization')).client.owner;
      account = (await createFixture(lectern, 'account')).client.owner;
    });
    after(() => lectern.close());

    const open = async (owner: TestOwner) => {
      const desk = await createLiveController(lectern, owner, { translations: [FIXTURE_SLUG] });
      await desk.push({ book_id: 43 });
      return desk;
    };
    /** Refused at once, whatever the time to wait. */
    const requireRefusal = async (desk: LiveController, after: string) => {
      const answer = await poll(lectern, desk, { after });
      assert.deepEqual([after, answer.status], [after, 422]);
      assertProblem(answer, 422, 'invalid_cursor');
    };

    it('[D24] when the text is not a cursor, then it is 422 invalid_cursor', async () => {
      const desk = await open(organization);
      for (const after of GARBAGE) await requireRefusal(desk, after);
      for (const length of [CURSOR_MAX_CHARACTERS, CURSOR_MAX_CHARACTERS + 1, 8_000]) {
        await requireRefusal(desk, 'A'.repeat(length));
      }
    });

    it('[D24] when any text is sent as a cursor, then it is refused, and none causes a defect', async () => {
      const desk = await open(organization);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600 }), (after) => requireRefusal(desk, after)),
        { numRuns: 60 },
      );
    });

    it('[D1] when after is repeated, then it is 422, even with one value', async () => {
      const desk = await open(organization);
      const { cursor } = await readSnapshot(lectern, desk);
      for (const query of [`?after=${cursor}&after=${cursor}`, `?after=&after=${cursor}`, `?after=${cursor}&after=`]) {
        const answer = await poll(lectern, desk, { query });
        assert.equal(answer.status, 422);
        assert.ok(['invalid_fields', 'invalid_cursor'].includes(answer.body.code), answer.body.code);
      }
    });

    it('[D24] when one character of a cursor is changed, or it is cut or extended, then it is refused', async () => {
      const desk = await open(account);
      const { cursor } = await readSnapshot(lectern, desk);
      const forged = Array.from(cursor as string, (character, at) => {
        const other = character === 'A' ? 'B' : 'A';
        return cursor.slice(0, at) + other + cursor.slice(at + 1);
      });
      for (const after of [...forged, cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, `A${cursor}`, `${cursor} `]) {
        await requireRefusal(desk, after);
      }
      requireEvent(await poll(lectern, desk, { after: cursor, wait: 0 }), desk, 'stream.heartbeat');
    });

    it('[D24] when the cursor is of another Live, then it is refused: of the same owner, of another, and of one that is gone', async () => {
      for (const owner of [organization, account]) {
        const [desk, same, other, gone] = [
          await open(owner),
          await open(owner),
          await open(owner === organization ? account : organization),
          await open(owner),
        ];
        const cursors = await Promise.all(
          [same, other, gone].map(async (live) => (await readSnapshot(lectern, live)).cursor),
        );
        assert.equal((await gone.send('DELETE', '')).status, 204);
        for (const cursor of cursors) await requireRefusal(desk, cursor);
      }
    });

    it('[D4] when the Live belongs to another owner, then that is judged before the cursor', async () => {
      const [own, foreign] = [await open(organization), await open(account)];
      const { cursor } = await readSnapshot(lectern, foreign);
      for (const after of [cursor, (await readSnapshot(lectern, own)).cursor, 'x']) {
        const answer = await poll(lectern, { ...foreign, owner: organization }, { after });
        assertProblem(answer, 404, 'not_found');
      }
    });

    it('[Events], [D24] when a cursor is sent as a validator, or a validator as a cursor, then it is not valid as one', async () => {
      const desk = await open(organization);
      const { cursor, sequence } = await readSnapshot(lectern, desk);
      for (const [ifMatch, status, code] of [
        [cursor, 422, 'invalid_validator'],
        [`W/"${cursor}"`, 422, 'invalid_validator'],
        [`"${cursor}"`, 412, 'stale_validator'],
      ] as const) {
        await desk.refused(status, code, () => desk.send('PATCH', '', { name: 'x' }, { 'if-match': ifMatch }));
      }
      const { etag } = desk;
      for (const after of [etag, etag.slice(1, -1), `W/${etag}`, String(sequence)]) await requireRefusal(desk, after);
      const known = await poll(lectern, desk, { headers: { 'if-none-match': `"${cursor}"` } });
      requireEvent(known, desk, 'live.snapshot');
    });

    it('[D24] when the cursor of a queue is used for events, or the other way around, then it is refused', async () => {
      const desk = await open(account);
      const { next_cursor } = (await desk.get('/queue-items?limit=1')).body;
      await requireRefusal(desk, next_cursor);
      const { cursor } = await readSnapshot(lectern, desk);
      assert.equal((await desk.get(`/queue-items?after=${encodeURIComponent(cursor)}`)).status, 422);
    });

    it('[Events 3] when the server restarts, then cursors stay valid: the present one is still the present one, and old ones are old', async () => {
      const desks = [await open(organization), await open(account)];
      const olds = await Promise.all(desks.map((desk) => readSnapshot(lectern, desk)));
      for (const desk of desks) await desk.play({ paused: true });
      const presents = await Promise.all(desks.map((desk) => readSnapshot(lectern, desk)));
      lectern = await lectern.restart();
      for (const [index, desk] of desks.entries()) {
        const beat = await poll(lectern, desk, { after: presents[index].cursor, wait: 0 });
        requireEvent(beat, desk, 'stream.heartbeat');
        const changed = requireEvent(await poll(lectern, desk, { after: olds[index].cursor }), desk, 'live.changed');
        assert.deepEqual(changed.data, presents[index].data);
        const again = desk.on(lectern);
        await again.play({ paused: false });
        requireEvent(await poll(lectern, desk, { after: presents[index].cursor }), desk, 'live.changed');
      }
    });
  });
}
