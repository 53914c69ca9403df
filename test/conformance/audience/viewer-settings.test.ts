import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { JsonDocument } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

const PRESETS = ['default', 'midnight', 'paper', 'ocean'];
const TRANSITIONS = ['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe'];
const SCALES = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Every value that a field can have. [Resources], [D21] */
const VALUES: Record<string, readonly unknown[]> = {
  theme: ['light', 'dark'],
  scale: SCALES,
  presentation: [true, false],
  preset: PRESETS,
  transition: TRANSITIONS,
};
const WRONG: Record<string, readonly unknown[]> = {
  theme: ['', 'Dark', 'blue', null, 1, true, ['dark']],
  scale: [-5, 9, 1.5, -0.5, '0', null, true, 1e300, [0]],
  presentation: [0, 1, 'true', null, {}],
  preset: ['', 'Paper', 'night', 0, false, ['paper']],
  transition: ['', 'Fade', 'slide-up', 'slideUp', 0, false, {}],
};
const DEFAULTS = { theme: 'dark', scale: 0, presentation: false };

for (const engine of PAGE_ENGINES) {
  describe(`[D21] viewer settings on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let owners: TestOwner[];

    before(async () => {
      owners = await createOwners(lectern, smallEdition('one', { 43: { 3: { 16: 'For God so loved the world' } } }));
    });

    const open = (owner = owners[0]!) => createLiveController(lectern, owner);
    const shownController = async () => {
      const controller = await open();
      await controller.send('POST', '/stack', { reference: { book_id: 43, chapter: 3, translation: 'one' } });
      return controller;
    };
    const patch = (controller: LiveController, body: unknown, headers = {}) =>
      controller.send('PATCH', '/viewer-settings', body, headers);
    const read = async (controller: LiveController): Promise<JsonDocument> => {
      const { status, body, etag } = await controller.get('/viewer-settings');
      assert.equal(status, 200);
      assert.equal(etag, (await controller.get()).etag, '[D5] the ETag of the Live');
      return body;
    };
    const sequenceOf = async (controller: LiveController): Promise<number> => (await controller.get()).body.sequence;

    it('when a Live is new, then it has the defaults', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        assert.deepEqual(await read(controller), DEFAULTS);
        const again = await controller.get('/viewer-settings', { 'if-none-match': controller.etag });
        assert.deepEqual([again.status, again.body], [304, null]);
        assert.equal((await controller.head('/viewer-settings')).status, 200);
      }
    });

    it('[D6] when any field gets any of its values, then it is kept beside the others and returned, and each change adds exactly 1', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        let expected: JsonDocument = DEFAULTS;
        let sequence = await sequenceOf(controller);
        for (const [field, values] of Object.entries(VALUES)) {
          for (const value of values) {
            const { etag: before } = controller;
            const response = await patch(controller, { [field]: value });
            expected = { ...expected, [field]: value };
            assert.deepEqual([response.status, response.body], [200, expected]);
            assert.notEqual(response.etag, before);
            assert.equal(await sequenceOf(controller), ++sequence);
          }
        }
        assert.deepEqual(await read(controller), expected);
        const all = { theme: 'light', scale: -4, presentation: true, preset: 'ocean', transition: 'zoom_out' };
        assert.deepEqual((await patch(controller, all)).body, all);
        assert.equal(await sequenceOf(controller), sequence + 1, 'many fields are one change');
      }
    });

    it('[D6] when no field is sent, then nothing changes; when a value is so already, then it adds 1', async () => {
      const controller = await open();
      const before = await controller.everything();
      const response = await patch(controller, {});
      assert.deepEqual([response.status, response.body, response.etag], [200, DEFAULTS, controller.etag]);
      assert.deepEqual(await controller.everything(), before);
      const sequence = await sequenceOf(controller);
      for (const body of [DEFAULTS, { scale: 0 }, { preset: null }])
        assert.equal((await patch(controller, body)).status, 200);
      assert.deepEqual([await read(controller), await sequenceOf(controller)], [DEFAULTS, sequence + 3]);
    });

    it('when preset or transition, which are optional, are null, then the choice is left to the design again', async () => {
      const controller = await open();
      await patch(controller, { preset: 'paper', transition: 'wipe' });
      assert.deepEqual((await patch(controller, { preset: null })).body, { ...DEFAULTS, transition: 'wipe' });
      assert.deepEqual((await patch(controller, { transition: null })).body, DEFAULTS);
      assert.deepEqual(await read(controller), DEFAULTS);
    });

    it('[D1] when values are wrong, fields unknown or bodies of another kind, then the response is 422 and nothing changes', async () => {
      const controller = await open();
      await patch(controller, { scale: 3, preset: 'ocean' });
      const wrong: unknown[] = Object.entries(WRONG).flatMap(([field, values]) =>
        values.map((value) => ({ theme: 'light', [field]: value })),
      );
      const others = [
        null,
        [],
        'dark',
        5,
        { sequence: 1 },
        { live_id: controller.id },
        { Theme: 'dark' },
        { scale: 1, x: 1 },
      ];
      for (const body of [...wrong, ...others]) {
        await controller.refused(422, 'invalid_fields', () => patch(controller, body));
      }
      assert.deepEqual(await read(controller), { ...DEFAULTS, scale: 3, preset: 'ocean' });
    });

    it('[Errors] when a value is refused, then the response names those that are allowed', async () => {
      const controller = await open();
      const { status, body } = await controller.send('PATCH', '/viewer-settings', { theme: 'blue' });
      assert.deepEqual([status, body.errors], [422, [{ pointer: '/theme', message: 'must be one of dark, light' }]]);
    });

    it('[D5] when If-Match is missing, then 428; of another form, then 422; stale, then 412, also where nothing would change', async () => {
      const controller = await open();
      const stale = controller.etag;
      await patch(controller, { scale: 1 });
      for (const body of [{ scale: 2 }, {}]) {
        await controller.refused(428, 'validator_required', () => patch(controller, body, { 'if-match': null }));
        await controller.refused(412, 'stale_validator', () => patch(controller, body, { 'if-match': stale }));
        for (const form of ['*', `W/${controller.etag}`, `${controller.etag}, ${stale}`]) {
          await controller.refused(422, 'invalid_validator', () => patch(controller, body, { 'if-match': form }));
        }
      }
    });

    it('[Errors] when the Live is another’s, then the response is 404', async () => {
      const [organization, account] = owners as [TestOwner, TestOwner];
      for (const [owner, others] of [
        [organization, [account, await createTestOrganization(lectern)]],
        [account, [organization, await createTestAccount(lectern)]],
      ] as const) {
        const controller = await open(owner);
        for (const other of others) {
          const intruder = controlLive(lectern, other, controller.id, controller.etag);
          await controller.refused(404, 'not_found', () => intruder.get('/viewer-settings'));
          await controller.refused(404, 'not_found', () => patch(intruder, { scale: 1 }));
        }
      }
    });

    it('when viewer settings change, then playback, queue and focus stay, on a paused and on a stopped Live, too', async () => {
      const controller = await shownController();
      for (const playback of [{}, { paused: true }, { status: 'stopped' }]) {
        await controller.play(playback);
        const before = await controller.everything();
        assert.equal((await patch(controller, { scale: 5 })).status, 200);
        const after = await controller.everything();
        const strip = ({ queue, reads }: JsonDocument) => [
          queue,
          reads.map(({ body: { sequence: _, ...rest } }: JsonDocument) => rest),
        ];
        assert.deepEqual(strip(after), strip(before));
      }
    });

    it('[Events 2], [D44] when viewer settings change, then a waiting poll and every viewer learn of it at once', async () => {
      const controller = await shownController();
      const viewer = await joinAudience(lectern.url, controller.id);
      const snapshot = await readSnapshot(lectern, controller);
      assert.deepEqual(snapshot.data.viewer_settings, DEFAULTS);
      const waiting = beginPoll(lectern, controller, { after: snapshot.cursor });
      await waitUntilParked(waiting);
      const wanted = { theme: 'light', scale: 8, presentation: true, preset: 'midnight', transition: 'slide_down' };
      assert.equal((await patch(controller, wanted)).status, 200);
      const event = requireEvent(await waiting.response, controller, 'live.changed');
      assert.deepEqual([event.sequence, event.data.viewer_settings], [snapshot.sequence + 1, wanted]);
      await viewer.comesTo(wanted, ({ settings }) => settings as JsonDocument);
      const fresh = await joinAudience(lectern.url, controller.id);
      assert.deepEqual(viewer.state, fresh.state);
      // What was taken back is gone there too.
      await patch(controller, { preset: null, transition: null });
      await viewer.comesTo(
        { theme: 'light', scale: 8, presentation: true },
        ({ settings }) => settings as JsonDocument,
      );
      for (const { close } of [viewer, fresh]) close();
    });

    it('when the server restarts, then the viewer settings are kept', async () => {
      const controller = await open();
      const wanted = { theme: 'light', scale: -2, presentation: true, transition: 'fade' };
      await patch(controller, wanted);
      await lectern.restart();
      const again = controller.on(lectern);
      assert.deepEqual(await read(again), wanted);
      assert.equal(again.etag, controller.etag);
    });
  });
}
