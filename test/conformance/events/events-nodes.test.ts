import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertProblem } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { fillWatches, requireFreed, WATCHES_PER_LIVE } from '../../support/requests/watches.ts';
import type { TestLectern, TestOwner } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

const NODES = 3;
const BEFORE_DEADLINE_MS = 20_000;

describe('events on three nodes over one PostgreSQL', () => {
  const cluster = useNodes(NODES, { LECTERN_LIVES_PER_OWNER: '1000' });
  const owners = {} as Record<TestOwner['kind'], TestOwner>;

  before(async () => {
    await importFixtureEdition(node(0));
    for (const kind of ['organization', 'account'] as const) {
      owners[kind] = (await createFixture(node(0), kind)).client.owner;
    }
  });

  const node = (index: number): TestLectern => cluster.nodes[index % NODES]!;
  /** At node 0. */
  const open = async (owner = owners.organization): Promise<LiveController> => {
    const controller = await createLiveController(node(0), owner, { translations: [FIXTURE_SLUG] });
    await controller.push({ book_id: 43 });
    return controller;
  };
  /** Returns the same Live on another node. */
  const at = (index: number, { owner, id, etag }: LiveController) => controlLive(node(index), owner, id, etag);
  const onEach = <Value>(make: (lectern: TestLectern) => Value): Value[] => cluster.nodes.map(make);

  for (const kind of ['organization', 'account'] as const) {
    it(`[Events 2] when a Live of an ${kind} changes on any node, then the polls on all return with the state at that time`, async () => {
      const controller = await open(owners[kind]);
      for (let round = 0; round < 2 * NODES; round++) {
        const { cursor, sequence } = await readSnapshot(node(round + 1), controller);
        const waiting = onEach((lectern) => beginPoll(lectern, controller, { after: cursor }));
        await waitUntilParked(...waiting);
        const begun = performance.now();
        const writer = at(round, controller);
        await writer.get();
        await writer.push({ book_id: 43 });
        const events = await Promise.all(
          waiting.map(async ({ response }) => requireEvent(await response, controller, 'live.changed')),
        );
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
        const [{ body: live }, { body: display }, queue] = [
          await writer.get(),
          await writer.get('/display'),
          await writer.items(),
        ];
        for (const { sequence: received, data } of events) {
          assert.equal(received, sequence + 1);
          assert.deepEqual([data.live, data.display, data.queue], [live, display, queue]);
        }
      }
    });
  }

  it('[Events 3], [D24] when a cursor comes from one node, then it is valid on the others', async () => {
    const controller = await open();
    for (let round = 0; round < NODES; round++) {
      const { cursor } = await readSnapshot(node(round), controller);
      for (const lectern of cluster.nodes) {
        requireEvent(await poll(lectern, controller, { after: cursor, wait: 0 }), controller, 'stream.heartbeat');
        assertProblem(await poll(lectern, controller, { after: `${cursor}A` }), 422, 'invalid_cursor');
      }
      await controller.play({ paused: round % 2 === 0 });
      const changes = await Promise.all(onEach((lectern) => poll(lectern, controller, { after: cursor })));
      for (const response of changes) requireEvent(response, controller, 'live.changed');
    }
  });

  it('[Events 4] when a write is acknowledged on one node, then a poll on any other sees it at once', async () => {
    const controller = await open();
    for (let round = 0; round < 24; round++) {
      const { cursor, sequence } = await readSnapshot(node(round), controller);
      const writer = at(round + 1, controller);
      await writer.get();
      await writer.play({ paused: round % 2 === 0 });
      const event = requireEvent(
        await poll(node(round + 2), controller, { after: cursor, wait: 0 }),
        controller,
        'live.changed',
      );
      assert.equal(event.sequence, sequence + 1);
    }
  });

  it('[Events 2], [Events 4] when any node writes, then no change is missed on any node', async () => {
    const controller = await open();
    const begin = await readSnapshot(node(0), controller);
    const last = begin.sequence + 50;
    const watch = async (lectern: TestLectern) => {
      for (let { cursor, sequence } = begin; sequence < last; ) {
        const begun = performance.now();
        const event = requireEvent(await poll(lectern, controller, { after: cursor }), controller, 'live.changed');
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS, 'it slept');
        assert.ok(event.sequence > sequence && event.sequence <= last);
        const { live, display, queue } = event.data;
        assert.deepEqual([live.sequence, display.sequence], [event.sequence, event.sequence], 'of one moment');
        assert.deepEqual(
          queue.map(({ verse }: { verse: unknown }) => verse),
          display.verses,
        );
        ({ cursor, sequence } = event);
      }
    };
    const write = async () => {
      for (let { etag } = await controller.get(), round = 0; round < 50; round++) {
        const writer = controlLive(node(round), controller.owner, controller.id, etag!);
        if (round % 10 === 9) assert.equal((await writer.send('DELETE', '/stack')).status, 200);
        else await writer.push({ book_id: 43 });
        ({ etag } = writer);
      }
    };
    await Promise.all([...onEach(watch), ...onEach(watch), write()]);
  });

  it('[Events 2] when nothing changes, then each node sends its heartbeat', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(node(0), controller);
    const beats = await Promise.all(onEach((lectern) => poll(lectern, controller, { after: cursor, wait: 7 })));
    for (const response of beats) assert.equal(requireEvent(response, controller, 'stream.heartbeat').cursor, cursor);
  });

  it('[D25] when 60 polls come at once, spread over the nodes, then 50 wait and 10 get 409, and one node alone has no more', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(node(0), controller);
    const watches = await fillWatches(cluster.nodes, controller, cursor);
    await waitUntilParked(...watches);
    assert.equal(watches.length, WATCHES_PER_LIVE);
    for (const lectern of cluster.nodes) {
      assertProblem(await poll(lectern, controller, { after: cursor, wait: 1 }), 409, 'watch_limit_reached');
    }
    await controller.play({ paused: true });
    for (const { response } of watches) requireEvent(await response, controller, 'live.changed');
    const next = await readSnapshot(node(1), controller);
    const onOne = await fillWatches([node(2)], controller, next.cursor);
    assertProblem(await poll(node(1), controller, { after: next.cursor, wait: 1 }), 409, 'watch_limit_reached');
    for (const { abandon } of onOne) abandon();
    for (const { abandon } of await requireFreed([node(0), node(1)], controller, next.cursor)) abandon();
  });

  it('[Events 7], [Events 9] when a credential is revoked on one node, then its idle polls on all end with 401', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(node(0), controller);
    const endFrom = async (revoker: TestLectern) => {
      const { id, token } = await revoker.installation.administration.createToken({
        subject: { organization: controller.owner.id },
      });
      const ending = onEach((lectern) => beginPoll(lectern, controller, { after: cursor, token }));
      const staying = onEach((lectern) => beginPoll(lectern, controller, { after: cursor }));
      await waitUntilParked(...ending, ...staying);
      const begun = performance.now();
      await revoker.installation.administration.revokeToken(id);
      for (const { response } of ending) assertProblem(await response, 401, 'invalid_token');
      assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
      for (const { ended, abandon } of staying) {
        assert.ok(!ended);
        abandon();
      }
    };
    await Promise.all(onEach(endFrom));
  });

  it('[Events 7] when a credential is revoked on one node, then a later change is sent to it on none', async () => {
    const controller = await open();
    for (let round = 0; round < 12; round++) {
      const { administration } = node(round).installation;
      const { id, token } = await administration.createToken({ subject: { organization: controller.owner.id } });
      const { cursor } = await readSnapshot(node(0), controller);
      const ending = onEach((lectern) => beginPoll(lectern, controller, { after: cursor, token }));
      await waitUntilParked(...ending);
      const writer = at(round % 2 === 0 ? round : round + 1, controller);
      await writer.get();
      await administration.revokeToken(id);
      await writer.push({ book_id: 43 });
      for (const { response } of ending) assertProblem(await response, 401, 'invalid_token');
      for (const lectern of cluster.nodes) {
        assertProblem(await poll(lectern, controller, { after: cursor, token }), 401, 'invalid_token');
      }
    }
  });

  it('[Events 9] when a Live is deleted on one node, then the polls on all end with 404', async () => {
    for (let deleter = 0; deleter < NODES; deleter++) {
      const controller = await open(owners.account);
      const { cursor } = await readSnapshot(node(0), controller);
      const waiting = onEach((lectern) => beginPoll(lectern, controller, { after: cursor }));
      await waitUntilParked(...waiting);
      const begun = performance.now();
      const { etag } = await controller.get();
      assert.equal(
        (await controlLive(node(deleter), controller.owner, controller.id, etag!).send('DELETE', '')).status,
        204,
      );
      for (const { response } of waiting) assertProblem(await response, 404, 'not_found');
      assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
    }
  });

  it('[D46], [D25] when a node stops, then it responds to its polls and gives their watches back, and the others wait on', async () => {
    const controller = await open();
    const { cursor } = await readSnapshot(node(0), controller);
    const stopping = Array.from({ length: 30 }, () => beginPoll(node(2), controller, { after: cursor }));
    const staying = Array.from({ length: 20 }, (_, index) => beginPoll(node(index % 2), controller, { after: cursor }));
    await waitUntilParked(...stopping, ...staying);
    assertProblem(await poll(node(0), controller, { after: cursor, wait: 1 }), 409, 'watch_limit_reached');
    await node(2).close();
    for (const { response } of stopping) requireEvent(await response, controller, 'stream.heartbeat');
    await waitUntilParked(...staying);
    const successors = await requireFreed([node(0), node(1)], controller, cursor, stopping.length);
    await controller.play({ paused: true });
    for (const { response } of [...staying, ...successors]) requireEvent(await response, controller, 'live.changed');
  });
});
