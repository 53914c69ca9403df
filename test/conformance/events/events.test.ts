import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { ApiResponse } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OWNERS = ['organization', 'account'] as const;
const CHAPTER = { 16: 'For God so loved', 17: 'not to condemn', 18: 'is not condemned' };

/** [D6], [D51] Each adds 1 to the sequence of a Live with three queued verses that it shows. */
const CHANGES: Record<string, (controller: LiveController) => Promise<ApiResponse>> = {
  'another name': (controller) => controller.send('PATCH', '', { name: 'Renamed' }),
  'paused playback': (controller) => controller.send('PATCH', '/playback', { paused: true }),
  'stopped playback': (controller) => controller.send('PATCH', '/playback', { status: 'stopped' }),
  'playback as it was': (controller) => controller.send('PATCH', '/playback', { status: 'running', paused: false }),
  'the reference of the settings': (controller) => controller.send('PATCH', '/settings', { reference: 'John 3:16' }),
  'the translations of the settings': (controller) => controller.send('PATCH', '/settings', { translations: [] }),
  'a pushed chapter': (controller) => controller.send('POST', '/stack', { reference: { book_id: 43, chapter: 3 } }),
  'a pushed passage': (controller) => controller.send('POST', '/passages', { passage: 'John 3:17' }),
  'a passage in place of the queue': (controller) =>
    controller.send('POST', '/passages', { passage: 'John 3:17', replace: true }),
  'another order': async (controller) =>
    controller.send('PUT', '/queue-items/order', { item_ids: (await idsOf(controller)).reverse() }),
  'a removal': async (controller) => controller.send('DELETE', `/queue-items/${(await idsOf(controller))[1]}`),
  'another focus': async (controller) => controller.send('PATCH', '/focus', { item_id: (await idsOf(controller))[2] }),
  'a cleared stack': (controller) => controller.send('DELETE', '/stack'),
};

/** Requests that change nothing. [D6], [D4] */
const IDLE: Record<string, (controller: LiveController) => Promise<ApiResponse>> = {
  'the order that it has': async (controller) =>
    controller.send('PUT', '/queue-items/order', { item_ids: await idsOf(controller) }),
  'playback with neither field': (controller) => controller.send('PATCH', '/playback', {}),
  'a stale write': (controller) => controller.send('PATCH', '', { name: 'x' }, { 'if-match': '"stale"' }),
  'a push of what is not there': (controller) =>
    controller.send('POST', '/stack', { reference: { book_id: 43, chapter: 99 } }),
  'an unknown order': (controller) => controller.send('PUT', '/queue-items/order', { item_ids: [] }),
  reads: (controller) => controller.get('/queue-items'),
};

const idsOf = async (controller: LiveController): Promise<string[]> => (await controller.items()).map(({ id }) => id);

for (const engine of PAGE_ENGINES) {
  describe(`events on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      await saveEdition(lectern.installation.editions, smallEdition('one', { 43: { 3: CHAPTER } }));
      owners.organization = await createTestOrganization(lectern);
      owners.account = await createTestAccount(lectern);
      for (const { kind, id } of Object.values(owners)) await lectern.installation.editions.enable({ kind, id }, 'one');
    });

    /** A Live that shows three verses. */
    const open = async (kind: (typeof OWNERS)[number] = 'organization'): Promise<LiveController> => {
      const controller = await createLiveController(lectern, owners[kind], { translations: ['one'] });
      await controller.push({ book_id: 43, chapter: 3 });
      return controller;
    };
    /** The data of an event is what the other reads say now. */
    const requireCurrent = async (controller: LiveController, event: Record<string, unknown>) => {
      const [{ body: live }, { body: display }, queue] = [
        await controller.get(),
        await controller.get('/display'),
        await controller.items(),
      ];
      assert.equal(event.sequence, live.sequence);
      const { live: changed, display: shown, queue: queued } = event.data as Record<string, unknown>;
      assert.deepEqual({ changed, shown, queued }, { changed: live, shown: display, queued: queue });
    };

    for (const kind of OWNERS) {
      it(`[Events 1] when after is missing, then the present state of a Live of an ${kind} is returned at once, whatever wait says`, async () => {
        const controller = await open(kind);
        for (const query of ['', '?wait=0', '?wait=25']) {
          const begun = performance.now();
          const event = requireEvent(await poll(lectern, controller, { query }), controller, 'live.snapshot');
          await requireCurrent(controller, event);
          assert.ok(performance.now() - begun < 20_000, 'it did not wait');
        }
      });

      it(`[Events 2] when a Live of an ${kind} differs from its cursor, then the response comes at once, else a heartbeat at the deadline`, async () => {
        const controller = await open(kind);
        const first = await readSnapshot(lectern, controller);
        await controller.play({ paused: true });
        const begun = performance.now();
        const changed = requireEvent(
          await poll(lectern, controller, { after: first.cursor }),
          controller,
          'live.changed',
        );
        assert.ok(performance.now() - begun < 20_000, 'it did not wait');
        await requireCurrent(controller, changed);
        const beat = requireEvent(
          await poll(lectern, controller, { after: changed.cursor, wait: 1 }),
          controller,
          'stream.heartbeat',
        );
        assert.deepEqual(
          { ...beat, type: 'live.changed', data: changed.data },
          changed,
          'the same envelope, but no data',
        );
      });
    }

    it('[Events 5], [D6] when a Live changes, then each change ends a waiting poll before its deadline, with the state at that time', async () => {
      await Promise.all(
        Object.entries(CHANGES).map(async ([name, change], index) => {
          const controller = await open(OWNERS[index % 2]);
          const { sequence, cursor } = await readSnapshot(lectern, controller);
          const begun = performance.now();
          const waiting = beginPoll(lectern, controller, { after: cursor, wait: 25 });
          await waitUntilParked(waiting);
          const { status, body } = await change(controller);
          assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
          const event = requireEvent(await waiting.response, controller, 'live.changed');
          assert.ok(performance.now() - begun < 20_000, name);
          assert.deepEqual([name, event.sequence], [name, sequence + 1]);
          assert.notEqual(event.cursor, cursor, name);
          await requireCurrent(controller, event);
        }),
      );
    });

    it('[Events 2], [D6] when a write changes nothing, then no poll wakes', async () => {
      await Promise.all(
        Object.entries(IDLE).map(async ([name, attempt]) => {
          const controller = await open();
          const { cursor, sequence } = await readSnapshot(lectern, controller);
          const waiting = beginPoll(lectern, controller, { after: cursor, wait: 2 });
          await waitUntilParked(waiting);
          await attempt(controller);
          const event = requireEvent(await waiting.response, controller, 'stream.heartbeat');
          assert.deepEqual([name, event.cursor, event.sequence], [name, cursor, sequence]);
          const later = await poll(lectern, controller, { after: cursor, wait: 0 });
          requireEvent(later, controller, 'stream.heartbeat');
        }),
      );
    });

    it('[Events 2] when one Live changes, then no poll on another of the same owner wakes', async () => {
      const [controller, other] = [await open(), await open()];
      const { cursor } = await readSnapshot(lectern, controller);
      const waiting = beginPoll(lectern, controller, { after: cursor, wait: 2 });
      await waitUntilParked(waiting);
      await other.play({ paused: true });
      requireEvent(await waiting.response, controller, 'stream.heartbeat');
    });

    it('[Events 2] when a Live is stopped, paused or empty, then it is watched like any other', async () => {
      for (const body of [{ status: 'stopped' }, { paused: true }]) {
        const controller = await createLiveController(lectern, owners.account);
        await controller.play(body);
        const event = await readSnapshot(lectern, controller);
        await requireCurrent(controller, event);
        const waiting = beginPoll(lectern, controller, { after: event.cursor });
        await waitUntilParked(waiting);
        await controller.play(body);
        await requireCurrent(controller, requireEvent(await waiting.response, controller, 'live.changed'));
      }
    });

    it('[Events 3] when a cursor is old, then it gets the present state, never history', async () => {
      const controller = await open();
      const cursors: string[] = [];
      for (let round = 0; round < 5; round++) {
        for (const write of [
          () => controller.push({ book_id: 43 }),
          () => controller.play({ paused: true }),
          () => controller.send('PATCH', '', { name: `Round ${round}` }),
          () => controller.send('DELETE', '/stack'),
        ]) {
          cursors.push((await readSnapshot(lectern, controller)).cursor);
          await write();
        }
      }
      assert.equal(new Set(cursors).size, cursors.length);
      for (const after of cursors.toReversed()) {
        await requireCurrent(
          controller,
          requireEvent(await poll(lectern, controller, { after }), controller, 'live.changed'),
        );
      }
    });

    it('[Events 4] when changes come together, then they are one event, with the state after them', async () => {
      const controller = await open();
      const { cursor, sequence } = await readSnapshot(lectern, controller);
      for (const paused of [true, false, true]) await controller.play({ paused });
      const changed = requireEvent(await poll(lectern, controller, { after: cursor }), controller, 'live.changed');
      assert.equal(changed.sequence, sequence + 3);
      const next = await poll(lectern, controller, { after: changed.cursor, wait: 0 });
      requireEvent(next, controller, 'stream.heartbeat');
    });

    it('[Events 4] when changes come fast, then a waiting poll gets the last of them too', async () => {
      const controller = await open();
      let { cursor, sequence } = await readSnapshot(lectern, controller);
      const last = sequence + 3;
      let waiting = beginPoll(lectern, controller, { after: cursor });
      await waitUntilParked(waiting);
      for (const paused of [true, false, true]) await controller.play({ paused });
      for (;;) {
        const event = requireEvent(await waiting.response, controller, 'live.changed');
        assert.ok(event.sequence > sequence && event.sequence <= last);
        ({ cursor, sequence } = event);
        if (sequence === last) break;
        waiting = beginPoll(lectern, controller, { after: cursor });
      }
      await requireCurrent(controller, await readSnapshot(lectern, controller));
    });

    it('[Events 2], [Events 4] when polls and writes coincide in any way, then no change is missed', async () => {
      const controller = await open();
      const begin = await readSnapshot(lectern, controller);
      const last = begin.sequence + 60;
      const watch = async () => {
        for (let { cursor, sequence } = begin; sequence < last; ) {
          const event = requireEvent(await poll(lectern, controller, { after: cursor }), controller, 'live.changed');
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
        const writer = controlLive(lectern, controller.owner, controller.id, controller.etag);
        for (let at = 0; at < 60; at++) {
          if (at % 10 === 9) assert.equal((await writer.send('DELETE', '/stack')).status, 200);
          else await writer.push({ book_id: 43, chapter: 3 });
        }
      };
      await Promise.all([watch(), watch(), watch(), watch(), watch(), write()]);
    });

    it('[Events 4] when many polls wait on a Live, then all get the same event', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const waiting = Array.from({ length: 40 }, () => beginPoll(lectern, controller, { after: cursor }));
      await waitUntilParked(...waiting);
      await controller.push({ book_id: 43 });
      const [first, ...others] = await Promise.all(
        waiting.map(async ({ response }) => requireEvent(await response, controller, 'live.changed')),
      );
      await requireCurrent(controller, first);
      for (const other of others) assert.deepEqual(other, first);
    });
  });
}
