import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import {
  createFixture,
  FIXTURE_SLUG,
  importFixtureEdition,
  STUDIO_SETTINGS,
} from '../../support/requests/documented-operations.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  beginPoll,
  type PollOptions,
  poll,
  readSnapshot,
  requireEvent,
  waitUntilParked,
} from '../../support/requests/poll.ts';
import { requireFreed, WATCHES_PER_LIVE } from '../../support/requests/watches.ts';
import { PAGE_ENGINES, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const OWNERS = ['organization', 'account'] as const;

const pollNow = (lectern: TestLectern, controller: LiveController, options: PollOptions = {}) =>
  poll(lectern, controller, { ...options, view: 'now' });
const beginNow = (lectern: TestLectern, controller: LiveController, cursor: string) =>
  beginPoll(lectern, controller, { after: cursor, view: 'now' });
const readFirst = async (lectern: TestLectern, controller: LiveController): Promise<JsonDocument> =>
  requireEvent(await pollNow(lectern, controller), controller, 'live.now');
const readNow = async (controller: LiveController): Promise<JsonDocument> => (await controller.get('/now')).body;
const say = (controller: LiveController, message: string) =>
  controller.send('PUT', '/stage', { message, countdown_to: null }, { 'if-match': null });

for (const engine of PAGE_ENGINES) {
  describe(`[D55] events of what a controller needs, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    const clients = {} as Record<TestOwner['kind'], Api>;
    before(async () => {
      await importFixtureEdition(lectern);
      for (const kind of OWNERS) clients[kind] = (await createFixture(lectern, kind)).client;
    });

    const open = async (kind: TestOwner['kind'] = 'organization'): Promise<LiveController> => {
      const controller = await createLiveController(lectern, clients[kind].owner, { translations: [FIXTURE_SLUG] });
      await controller.push({ book_id: 43 });
      return controller;
    };

    for (const kind of OWNERS) {
      it(`[Events 1], [Events 2] when the Live of an ${kind} is polled, then the data are those of now, at first and after each change`, async () => {
        const controller = await open(kind);
        const first = await readFirst(lectern, controller);
        assert.deepEqual(first.data, await readNow(controller));
        assert.equal(first.sequence, first.data.sequence);
        requireEvent(
          await pollNow(lectern, controller, { after: first.cursor, wait: 0 }),
          controller,
          'stream.heartbeat',
        );
        requireEvent(
          await pollNow(lectern, controller, { after: first.cursor, wait: 1 }),
          controller,
          'stream.heartbeat',
        );
        const waiting = beginNow(lectern, controller, first.cursor);
        await waitUntilParked(waiting);
        await controller.play({ paused: true });
        const changed = requireEvent(await waiting.response, controller, 'live.now_changed');
        assert.deepEqual(changed.data, await readNow(controller));
        assert.deepEqual([changed.data.paused, changed.data.changed.operation], [true, 'updatePlayback']);
      });
    }

    it('[Events 3] when a cursor is old, then the present state comes at once, also after a restart', async () => {
      const controller = await open();
      const old = await readFirst(lectern, controller);
      await controller.play({ paused: true });
      const present = requireEvent(
        await pollNow(lectern, controller, { after: old.cursor }),
        controller,
        'live.now_changed',
      );
      await lectern.restart();
      requireEvent(
        await pollNow(lectern, controller, { after: present.cursor, wait: 0 }),
        controller,
        'stream.heartbeat',
      );
      const again = requireEvent(
        await pollNow(lectern, controller, { after: old.cursor }),
        controller,
        'live.now_changed',
      );
      assert.deepEqual(again.data, present.data);
    });

    it('[D62] when a stage message is put, then polls of now return, and those of the whole Live are not', async () => {
      const controller = await open();
      const [{ cursor }, plain] = [await readFirst(lectern, controller), await readSnapshot(lectern, controller)];
      const waiting = beginNow(lectern, controller, cursor);
      const other = beginPoll(lectern, controller, { after: plain.cursor });
      await waitUntilParked(waiting, other);
      await say(controller, 'Slower');
      const changed = requireEvent(await waiting.response, controller, 'live.now_changed');
      assert.deepEqual([changed.sequence, changed.data.stage.message], [plain.sequence, 'Slower']);
      await waitUntilParked(other);
      other.abandon();
      requireEvent(await pollNow(lectern, controller, { after: cursor, wait: 0 }), controller, 'live.now_changed');
      requireEvent(await poll(lectern, controller, { after: plain.cursor, wait: 0 }), controller, 'stream.heartbeat');
    });

    it('[Events 5] when the design changes, then polls of the whole Live return, and those of now are not', async () => {
      const controller = await open();
      const [{ cursor }, plain] = [await readFirst(lectern, controller), await readSnapshot(lectern, controller)];
      const path = `/v1/organizations/${controller.owner.id}/design`;
      const client = api(lectern, controller.owner);
      const { etag } = await client.get(path);
      const written = await client.put(path, { settings: STUDIO_SETTINGS }, { ifMatch: etag! });
      assert.equal(written.status, 200, JSON.stringify(written.body));
      requireEvent(await poll(lectern, controller, { after: plain.cursor, wait: 0 }), controller, 'live.changed');
      requireEvent(await pollNow(lectern, controller, { after: cursor, wait: 0 }), controller, 'stream.heartbeat');
      assert.equal((await readFirst(lectern, controller)).cursor, cursor);
    });

    it('[D24] when the cursor of one view is used for the other, then it is 422 invalid_cursor', async () => {
      const controller = await open();
      const [now, plain] = [await readFirst(lectern, controller), await readSnapshot(lectern, controller)];
      assertProblem(await pollNow(lectern, controller, { after: plain.cursor }), 422, 'invalid_cursor');
      assertProblem(await poll(lectern, controller, { after: now.cursor }), 422, 'invalid_cursor');
      assertProblem(await pollNow(lectern, controller, { after: `${now.cursor}A` }), 422, 'invalid_cursor');
    });

    it('[D1] when the view is another one, empty or repeated, then it is 422', async () => {
      const controller = await open();
      for (const query of ['?view=live', '?view=', '?view=NOW', '?view=now&view=now', '?view=now&wait=26']) {
        const response = await poll(lectern, controller, { query });
        assertProblem(response, 422, 'invalid_fields');
      }
      assertProblem(await poll(lectern, controller, { query: '?view=live&after=x' }), 422, 'invalid_fields');
    });

    it('[D25] when polls of both views wait, then they share the watches of the Live', async () => {
      const controller = await open();
      const [{ cursor }, plain] = [await readFirst(lectern, controller), await readSnapshot(lectern, controller)];
      const waiting = Array.from({ length: 2 }, () => beginNow(lectern, controller, cursor));
      await waitUntilParked(...waiting);
      const others = await requireFreed([lectern], controller, plain.cursor, WATCHES_PER_LIVE - waiting.length);
      assertProblem(await pollNow(lectern, controller, { after: cursor, wait: 1 }), 409, 'watch_limit_reached');
      assertProblem(await poll(lectern, controller, { after: plain.cursor, wait: 1 }), 409, 'watch_limit_reached');
      await controller.play({ paused: true });
      for (const { response } of waiting) requireEvent(await response, controller, 'live.now_changed');
      for (const { response } of others) requireEvent(await response, controller, 'live.changed');
    });

    it('[Events 7], [Events 9] when the credential of a waiting poll of now is revoked, or the Live is deleted, then it ends with that', async () => {
      const controller = await open();
      const { cursor } = await readFirst(lectern, controller);
      const { id, token } = await lectern.installation.administration.createToken({
        subject: { organization: controller.owner.id },
      });
      const revoked = beginPoll(lectern, controller, { after: cursor, view: 'now', token });
      const waiting = beginNow(lectern, controller, cursor);
      await waitUntilParked(revoked, waiting);
      await lectern.installation.administration.revokeToken(id);
      assertProblem(await revoked.response, 401, 'invalid_token');
      assert.equal((await controller.send('DELETE', '')).status, 204);
      assertProblem(await waiting.response, 404, 'not_found');
    });

    it('[Events 6] when gzip is accepted, then the event is the same', async () => {
      const controller = await open();
      const plain = await readFirst(lectern, controller);
      const coded = await pollNow(lectern, controller, { headers: { 'accept-encoding': 'gzip' } });
      assert.deepEqual(requireEvent(coded, controller, 'live.now'), plain);
    });
  });
}

describe('[D55] now on three nodes over one PostgreSQL', () => {
  const NODES = 3;
  const cluster = useNodes(NODES);
  let owner: TestOwner;
  before(async () => {
    await importFixtureEdition(cluster.nodes[0]!);
    owner = (await createFixture(cluster.nodes[0]!, 'organization')).client.owner;
  });

  it('when any node changes the Live, then polls of now on all nodes return the same, and take the cursors of one another', async () => {
    const controller = await createLiveController(cluster.nodes[0]!, owner, { translations: [FIXTURE_SLUG] });
    const first = await readFirst(cluster.nodes[0]!, controller);
    let { cursor } = first;
    const revisions = new Set([first.data.queue.revision]);
    for (let round = 0; round < NODES; round++) {
      const waiting = cluster.nodes.map((node) => beginNow(node, controller, cursor));
      await waitUntilParked(...waiting);
      const writer = controlLive(cluster.nodes[round]!, owner, controller.id, controller.etag);
      await writer.get();
      await writer.push({ book_id: 43, chapter: 3, verse: 16 });
      const events = await Promise.all(
        waiting.map(async ({ response }) => requireEvent(await response, controller, 'live.now_changed')),
      );
      for (const event of events) assert.deepEqual(event, events[0]);
      ({ cursor } = events[0]);
      for (const node of cluster.nodes) {
        assert.deepEqual(await readNow(controlLive(node, owner, controller.id, controller.etag)), events[0].data);
      }
      revisions.add(events[0].data.queue.revision);
    }
    assert.equal(revisions.size, NODES + 1);
  });

  it('[D62] when a stage message is put on one node, then polls of now on all nodes return', async () => {
    const controller = await createLiveController(cluster.nodes[0]!, owner, { translations: [FIXTURE_SLUG] });
    const { cursor } = await readFirst(cluster.nodes[0]!, controller);
    const waiting = cluster.nodes.map((node) => beginNow(node, controller, cursor));
    await waitUntilParked(...waiting);
    await say(controlLive(cluster.nodes[1]!, owner, controller.id, controller.etag), 'Louder');
    for (const { response } of waiting) {
      assert.equal(requireEvent(await response, controller, 'live.now_changed').data.stage.message, 'Louder');
    }
  });
});
