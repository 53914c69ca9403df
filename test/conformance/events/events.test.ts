import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { ApiResponse } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';

const OWNERS = ['organization', 'account'] as const;
const CHAPTER = { 16: 'For God so loved', 17: 'not to condemn', 18: 'is not condemned' };

/** [D6], [D51] Each adds 1 to the sequence of a Live with three queued verses that it shows. */
const CHANGES: Record<string, (desk: LiveController) => Promise<ApiResponse>> = {
  'another name': (desk) => desk.send('PATCH', '', { name: 'Renamed' }),
  'paused playback': (desk) => desk.send('PATCH', '/playback', { paused: true }),
  'stopped playback': (desk) => desk.send('PATCH', '/playback', { status: 'stopped' }),
  'playback as it was': (desk) => desk.send('PATCH', '/playback', { status: 'running', paused: false }),
  'the reference of the settings': (desk) => desk.send('PATCH', '/settings', { reference: 'John 3:16' }),
  'the translations of the settings': (desk) => desk.send('PATCH', '/settings', { translations: [] }),
  'a pushed chapter': (desk) => desk.send('POST', '/stack', { reference: { book_id: 43, chapter: 3 } }),
  'a pushed passage': (desk) => desk.send('POST', '/passages', { passage: 'John 3:17' }),
  'a passage in place of the queue': (desk) => desk.send('POST', '/passages', { passage: 'John 3:17', replace: true }),
  'another order': async (desk) => desk.send('PUT', '/queue-items/order', { item_ids: (await idsOf(desk)).reverse() }),
  'a removal': async (desk) => desk.send('DELETE', `/queue-items/${(await idsOf(desk))[1]}`),
  'another focus': async (desk) => desk.send('PATCH', '/focus', { item_id: (await idsOf(desk))[2] }),
  'a cleared stack': (desk) => desk.send('DELETE', '/stack'),
};

/** Requests that change nothing. [D6], [D4] */
const IDLE: Record<string, (desk: LiveController) => Promise<ApiResponse>> = {
  'the order that it has': async (desk) => desk.send('PUT', '/queue-items/order', { item_ids: await idsOf(desk) }),
  'playback with neither field': (desk) => desk.send('PATCH', '/playback', {}),
  'a stale write': (desk) => desk.send('PATCH', '', { name: 'x' }, { 'if-match': '"stale"' }),
  'a push of what is not there': (desk) => desk.send('POST', '/stack', { reference: { book_id: 43, chapter: 99 } }),
  'an unknown order': (desk) => desk.send('PUT', '/queue-items/order', { item_ids: [] }),
  reads: (desk) => desk.get('/queue-items'),
};

const idsOf = async (desk: LiveController): Promise<string[]> => (await desk.items()).map(({ id }) => id);

for (const engine of PAGE_ENGINES) {
  describe(`events on ${engine}`, () => {
    let lectern: TestLectern;
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      lectern = await startTestLectern(engine, { LECTERN_LIVES_PER_OWNER: '1000' });
      await saveEdition(lectern.installation.editions, smallEdition('one', { 43: { 3: CHAPTER } }));
      owners.organization = await createTestOrganization(lectern);
      owners.account = await createTestAccount(lectern);
      for (const { kind, id } of Object.values(owners)) await lectern.installation.editions.enable({ kind, id }, 'one');
    });
    after(() => lectern.close());

    /** A Live that shows three verses. */
    const open = async (kind: (typeof OWNERS)[number] = 'organization'): Promise<LiveController> => {
      const desk = await createLiveController(lectern, owners[kind], { translations: ['one'] });
      await desk.push({ book_id: 43, chapter: 3 });
      return desk;
    };
    /** The data of an event is what the other reads say now. */
    const requireCurrent = async (desk: LiveController, event: Record<string, unknown>) => {
      const [{ body: live }, { body: display }, queue] = [
        await desk.get(),
        await desk.get('/display'),
        await desk.items(),
      ];
      assert.equal(event.sequence, live.sequence);
      const { live: told, display: shown, queue: queued } = event.data as Record<string, unknown>;
      assert.deepEqual({ told, shown, queued }, { told: live, shown: display, queued: queue });
    };

    for (const kind of OWNERS) {
      it(`[Events 1] when after is missing, then the present state of a Live of an ${kind} is answered at once, whatever wait says`, async () => {
        const desk = await open(kind);
        for (const query of ['', '?wait=0', '?wait=25']) {
          const begun = performance.now();
          const event = requireEvent(await poll(lectern, desk, { query }), desk, 'live.snapshot');
          await requireCurrent(desk, event);
          assert.ok(performance.now() - begun < 20_000, 'it did not wait');
        }
      });

      it(`[Events 2] when a Live of an ${kind} differs from its cursor, then the answer comes at once, else a heartbeat at the deadline`, async () => {
        const desk = await open(kind);
        const first = await readSnapshot(lectern, desk);
        await desk.play({ paused: true });
        const begun = performance.now();
        const changed = requireEvent(await poll(lectern, desk, { after: first.cursor }), desk, 'live.changed');
        assert.ok(performance.now() - begun < 20_000, 'it did not wait');
        await requireCurrent(desk, changed);
        const beat = requireEvent(
          await poll(lectern, desk, { after: changed.cursor, wait: 1 }),
          desk,
          'stream.heartbeat',
        );
        assert.deepEqual(
          { ...beat, type: 'live.changed', data: changed.data },
          changed,
          'the same envelope, but no data',
        );
      });
    }

    it('[Events 5], [D6] when a Live changes, then each change answers a waiting poll before its deadline, with the state at that time', async () => {
      await Promise.all(
        Object.entries(CHANGES).map(async ([name, change], index) => {
          const desk = await open(OWNERS[index % 2]);
          const { sequence, cursor } = await readSnapshot(lectern, desk);
          const begun = performance.now();
          const waiting = beginPoll(lectern, desk, { after: cursor, wait: 25 });
          await waitUntilParked(waiting);
          const { status, body } = await change(desk);
          assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
          const event = requireEvent(await waiting.answer, desk, 'live.changed');
          assert.ok(performance.now() - begun < 20_000, name);
          assert.deepEqual([name, event.sequence], [name, sequence + 1]);
          assert.notEqual(event.cursor, cursor, name);
          await requireCurrent(desk, event);
        }),
      );
    });

    it('[Events 2], [D6] when a write changes nothing, then no poll wakes', async () => {
      await Promise.all(
        Object.entries(IDLE).map(async ([name, attempt]) => {
          const desk = await open();
          const { cursor, sequence } = await readSnapshot(lectern, desk);
          const waiting = beginPoll(lectern, desk, { after: cursor, wait: 2 });
          await waitUntilParked(waiting);
          await attempt(desk);
          const event = requireEvent(await waiting.answer, desk, 'stream.heartbeat');
          assert.deepEqual([name, event.cursor, event.sequence], [name, cursor, sequence]);
          const later = await poll(lectern, desk, { after: cursor, wait: 0 });
          requireEvent(later, desk, 'stream.heartbeat');
        }),
      );
    });

    it('[Events 2] when one Live changes, then no poll on another of the same owner wakes', async () => {
      const [desk, other] = [await open(), await open()];
      const { cursor } = await readSnapshot(lectern, desk);
      const waiting = beginPoll(lectern, desk, { after: cursor, wait: 2 });
      await waitUntilParked(waiting);
      await other.play({ paused: true });
      requireEvent(await waiting.answer, desk, 'stream.heartbeat');
    });

    it('[Events 2] when a Live is stopped, paused or empty, then it is watched like any other', async () => {
      for (const body of [{ status: 'stopped' }, { paused: true }]) {
        const desk = await createLiveController(lectern, owners.account);
        await desk.play(body);
        const event = await readSnapshot(lectern, desk);
        await requireCurrent(desk, event);
        const waiting = beginPoll(lectern, desk, { after: event.cursor });
        await waitUntilParked(waiting);
        await desk.play(body);
        await requireCurrent(desk, requireEvent(await waiting.answer, desk, 'live.changed'));
      }
    });

    it('[Events 3] when a cursor is old, then it gets the present state, never history', async () => {
      const desk = await open();
      const cursors: string[] = [];
      for (let round = 0; round < 5; round++) {
        for (const write of [
          () => desk.push({ book_id: 43 }),
          () => desk.play({ paused: true }),
          () => desk.send('PATCH', '', { name: `Round ${round}` }),
          () => desk.send('DELETE', '/stack'),
        ]) {
          cursors.push((await readSnapshot(lectern, desk)).cursor);
          await write();
        }
      }
      assert.equal(new Set(cursors).size, cursors.length);
      for (const after of cursors.toReversed()) {
        await requireCurrent(desk, requireEvent(await poll(lectern, desk, { after }), desk, 'live.changed'));
      }
    });

    it('[Events 4] when changes come together, then they are one event, with the state after them', async () => {
      const desk = await open();
      const { cursor, sequence } = await readSnapshot(lectern, desk);
      for (const paused of [true, false, true]) await desk.play({ paused });
      const changed = requireEvent(await poll(lectern, desk, { after: cursor }), desk, 'live.changed');
      assert.equal(changed.sequence, sequence + 3);
      const next = await poll(lectern, desk, { after: changed.cursor, wait: 0 });
      requireEvent(next, desk, 'stream.heartbeat');
    });

    it('[Events 4] when changes come fast, then a waiting poll gets the last of them too', async () => {
      const desk = await open();
      let { cursor, sequence } = await readSnapshot(lectern, desk);
      const last = sequence + 3;
      let waiting = beginPoll(lectern, desk, { after: cursor });
      await waitUntilParked(waiting);
      for (const paused of [true, false, true]) await desk.play({ paused });
      for (;;) {
        const event = requireEvent(await waiting.answer, desk, 'live.changed');
        assert.ok(event.sequence > sequence && event.sequence <= last);
        ({ cursor, sequence } = event);
        if (sequence === last) break;
        waiting = beginPoll(lectern, desk, { after: cursor });
      }
      await requireCurrent(desk, await readSnapshot(lectern, desk));
    });

    it('[Events 2], [Events 4] when polls and writes coincide in any way, then no change is missed', async () => {
      const desk = await open();
      const begin = await readSnapshot(lectern, desk);
      const last = begin.sequence + 60;
      const watch = async () => {
        for (let { cursor, sequence } = begin; sequence < last; ) {
          const event = requireEvent(await poll(lectern, desk, { after: cursor }), desk, 'live.changed');
          const { live, display, queue } = event.data;
          assert.ok(event.sequence > sequence);
          assert.deepEqual([live.sequence, display.sequence], [event.sequence, event.sequence], 'of one moment');
          assert.deepEqual(
            queue.map(({ verse }: { verse: unknown }) => verse),
            display.verses,
          );
          ({ cursor, sequence } = event);
        }
      };
      const write = async () => {
        const writer = controlLive(lectern, desk.owner, desk.id, desk.etag);
        for (let at = 0; at < 60; at++) {
          if (at % 10 === 9) assert.equal((await writer.send('DELETE', '/stack')).status, 200);
          else await writer.push({ book_id: 43, chapter: 3 });
        }
      };
      await Promise.all([watch(), watch(), watch(), watch(), watch(), write()]);
    });

    it('[Events 4] when many polls wait on a Live, then all get the same event', async () => {
      const desk = await open();
      const { cursor } = await readSnapshot(lectern, desk);
      const waiting = Array.from({ length: 40 }, () => beginPoll(lectern, desk, { after: cursor }));
      await waitUntilParked(...waiting);
      await desk.push({ book_id: 43 });
      const [first, ...others] = await Promise.all(
        waiting.map(async ({ answer }) => requireEvent(await answer, desk, 'live.changed')),
      );
      await requireCurrent(desk, first);
      for (const other of others) assert.deepEqual(other, first);
    });
  });
}
