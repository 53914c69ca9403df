import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiResponse, assertProblem } from '../../support/requests/api.ts';
import {
  controlLive,
  createLiveController,
  type LiveController,
  type QueuedItem,
} from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { startTestNodes } from '../../support/server/nodes.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

/** Chapter n has n verses. */
const chapter = (verses: number) =>
  Object.fromEntries(Array.from({ length: verses }, (_, index) => [index + 1, `Verse ${index + 1} of ${verses}`]));
const EDITION = smallEdition('one', {
  1: Object.fromEntries([1, 2, 5, 100, 1_000].map((size) => [size, chapter(size)])),
});
/** More halvings than a number between two others can take. */
const SAME_GAP_MOVES = 1_200;

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const move = (controller: LiveController, id: string, position: unknown, headers = {}): Promise<ApiResponse> =>
  controller.send('PATCH', `/queue-items/${id}`, { position }, headers);
/** The queue with one item at another place, and all positions right. */
function moved(items: readonly QueuedItem[], from: number, to: number): QueuedItem[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, items[from]!).map((item, position) => ({ ...item, position }));
}

/** A Live with as many queued verses as the chapters named have together. */
async function openFilled(lectern: TestLectern, owner: TestOwner, ...chapters: number[]): Promise<LiveController> {
  const controller = await createLiveController(lectern, owner, { translations: ['one'] });
  for (const number of chapters) await controller.push({ book_id: 1, chapter: number });
  return controller;
}

for (const engine of PAGE_ENGINES) {
  describe(`[D50] moving one item on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let owners: [TestOwner, TestOwner];

    before(async () => {
      owners = await createOwners(lectern, EDITION);
    });

    const filled = (...chapters: number[]) => openFilled(lectern, owners[chapters.length % 2]!, ...chapters);

    it('[PATCH item] when an item moves from any position to any other, then it is returned as it then is; ids and verses stay; each move is one step', async () => {
      for (const length of [1, 2, 5]) {
        const controller = await filled(length);
        let items = await controller.items();
        let { sequence } = (await controller.get()).body;
        const { body: focus } = await controller.get('/focus');
        for (let from = 0; from < length; from++) {
          for (let to = 0; to < length; to++) {
            const item = items[from]!;
            const { etag } = controller;
            const response = await move(controller, item.id, to);
            if (from !== to) sequence++;
            items = moved(items, from, to);
            assert.deepEqual([response.status, response.body], [200, { ...item, position: to }]);
            assert.equal(response.etag === etag, from === to);
            const { body } = await controller.get();
            assert.equal(body.sequence, sequence);
            assert.deepEqual(await controller.items(), items);
            assert.deepEqual((await controller.get(`/queue-items/${item.id}`)).body, response.body);
            assert.equal((await controller.get('/focus')).body.item_id, focus.item_id, '[D51]');
          }
        }
      }
    });

    it('when an item moves to where it already is, then nothing changes, whether shown, hidden or paused', async () => {
      for (const steps of [[], [{ paused: true }], [{ status: 'stopped' }, { status: 'running' }]]) {
        const controller = await filled(5);
        for (const step of steps) await controller.play(step);
        const before = await controller.everything();
        const { etag } = controller;
        const response = await move(controller, before.queue[3].id, 3);
        assert.deepEqual([response.status, response.body, response.etag], [200, before.queue[3], etag]);
        assert.deepEqual(await controller.everything(), before);
      }
    });

    it('[States] when an item moves elsewhere, then a paused Live resumes and a hidden one is shown, as after a reorder', async () => {
      for (const steps of [[{ paused: true }], [{ status: 'stopped' }, { status: 'running' }]]) {
        const controller = await filled(5);
        for (const step of steps) await controller.play(step);
        await move(controller, (await controller.items())[0]!.id, 4);
        const { paused, showing } = (await controller.get('/playback')).body;
        assert.deepEqual([paused, showing], [false, true]);
      }
    });

    it('[D1] when a position is out of the queue, or is no position, then the response is 422', async () => {
      const controller = await filled(5);
      const [first] = await controller.items();
      for (const position of [5, 6, 100, 2_147_483_647, -1, 1.5, '1', null, true, [1], 1e300, undefined]) {
        await controller.refused(422, 'invalid_fields', () => move(controller, first!.id, position));
      }
      for (const body of [{}, [], null, { position: 1, after: 'x' }, { Position: 1 }]) {
        await controller.refused(422, 'invalid_fields', () =>
          controller.send('PATCH', `/queue-items/${first!.id}`, body),
        );
      }
      const single = await filled(1);
      const [only] = await single.items();
      await single.refused(422, 'invalid_fields', () => move(single, only!.id, 1));
    });

    it('[D4] when several things are wrong, then the order is: missing item 404, stopped Live 409, If-Match 428, 422 and 412', async () => {
      const controller = await filled(5);
      const [first] = ids(await controller.items()) as [string];
      const [foreign] = ids(await (await filled(5)).items()) as [string];
      for (const id of [foreign, 'x', `${first}x`]) {
        await controller.refused(404, 'not_found', () => move(controller, id, 9, { 'if-match': '"stale"' }));
      }
      // A position out of range depends on the state, so it is checked last.
      await controller.refused(428, 'validator_required', () => move(controller, first, 9, { 'if-match': null }));
      await controller.refused(422, 'invalid_validator', () => move(controller, first, 9, { 'if-match': '*' }));
      await controller.refused(412, 'stale_validator', () => move(controller, first, 9, { 'if-match': '"stale"' }));
      await controller.refused(412, 'stale_validator', () => move(controller, first, 0, { 'if-match': '"stale"' }));
      await controller.play({ status: 'stopped' });
      for (const position of [0, 3, 9]) {
        await controller.refused(409, 'live_stopped', () => move(controller, first, position, { 'if-match': null }));
      }
    });

    for (const [length, chapters] of [
      [100, [100]],
      [101, [100, 1]],
      [5_000, [1_000, 1_000, 1_000, 1_000, 1_000]],
    ] as [number, number[]][]) {
      it(`when there are ${length} items, then one moves to both ends, next to itself, and into the middle`, async () => {
        const controller = await filled(...chapters);
        let items = await controller.items();
        assert.equal(items.length, length);
        const last = length - 1;
        for (const [from, to] of [
          [0, last],
          [last, 0],
          [last, last - 1],
          [50, 51],
          [3, last - 3],
          [last - 7, 1],
          [0, 1],
        ] as const) {
          const response = await move(controller, items[from]!.id, to);
          assert.equal(response.status, 200, JSON.stringify(response.body));
          items = moved(items, from, to);
          assert.deepEqual(await controller.items(), items);
        }
        await controller.refused(422, 'invalid_fields', () => move(controller, items[0]!.id, length));
        // What is pushed afterwards still stands at the end.
        if (length === 5_000) return;
        await controller.push({ book_id: 1, chapter: 2 });
        assert.deepEqual(ids(await controller.items()).slice(0, length), ids(items));
      });
    }

    it('when there are thousands of moves between the same neighbours, or to the same end, then the order is kept', async () => {
      const controller = await filled(5);
      let items = await controller.items();
      // In turns the last and the last but one go into the same place: the room there is halved each time.
      for (let round = 0; round < SAME_GAP_MOVES; round++) {
        const response = await move(controller, items[4]!.id, 1);
        assert.equal(response.status, 200);
        items = moved(items, 4, 1);
      }
      assert.deepEqual(await controller.items(), items);
      for (let round = 0; round < 60; round++) {
        await move(controller, items[4]!.id, 0);
        items = moved(items, 4, 0);
      }
      for (let round = 0; round < 60; round++) {
        await move(controller, items[1]!.id, 4);
        items = moved(items, 1, 4);
      }
      assert.deepEqual(await controller.items(), items);
      await lectern.restart();
      const again = controller.on(lectern);
      assert.deepEqual(await again.items(), items);
      await again.push({ book_id: 1, chapter: 2 });
      assert.deepEqual(ids(await again.items()).slice(0, 5), ids(items));
      const order = ids(await again.items()).toReversed();
      assert.equal((await again.send('PUT', '/queue-items/order', { item_ids: order })).status, 200);
      assert.deepEqual(ids(await again.items()), order);
    });

    it('[Events 2], [D44] when an item moves, then a waiting poll wakes, and viewers get a change that does not grow with the queue', async () => {
      const sizes: number[] = [];
      for (const chapters of [[5], [1_000]]) {
        const controller = await filled(...chapters);
        const viewer = await joinAudience(lectern.url, controller.id);
        const { cursor, sequence } = await readSnapshot(lectern, controller);
        const waiting = beginPoll(lectern, controller, { after: cursor });
        await waitUntilParked(waiting);
        const items = await controller.items();
        await move(controller, items[0]!.id, 2);
        const event = requireEvent(await waiting.response, controller, 'live.changed');
        const expected = ids(moved(items, 0, 2));
        assert.deepEqual([event.sequence, ids(event.data.queue)], [sequence + 1, expected]);
        await viewer.comesTo(expected, (state) => ids(state.items));
        sizes.push(viewer.stream.events.findLast(({ name }) => name === 'change')!.bytes);
        viewer.close();
      }
      assert.ok(sizes[1]! <= sizes[0]! + 16, `${sizes}`);
    });

    it('when a move changes the queue, then its cursor is stale; when the move changed nothing, then the cursor stays good', async () => {
      const controller = await filled(5);
      const { next_cursor } = (await controller.get('/queue-items?limit=2')).body;
      const [first] = ids(await controller.items()) as [string];
      await move(controller, first, 0);
      assert.equal((await controller.get(`/queue-items?after=${next_cursor}`)).status, 200);
      await move(controller, first, 1);
      await controller.refused(409, 'stale_queue_cursor', () => controller.get(`/queue-items?after=${next_cursor}`));
    });
  });
}

describe('[D50] moving one item on three nodes', () => {
  it('when nodes take turns, then all see one order; when several move at once, then one succeeds', async () => {
    await using cluster = await startTestNodes(3);
    const [owner] = await createOwners(cluster.nodes[0]!, EDITION);
    const controller = await openFilled(cluster.nodes[0]!, owner, 5);
    let items = await controller.items();
    for (let round = 0; round < 30; round++) {
      const here = controlLive(cluster.nodes[round % 3]!, owner, controller.id, controller.etag);
      const [from, to] = [(round * 7) % 5, (round * 3 + 1) % 5];
      const response = await move(here, items[from]!.id, to);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      controller.etag = here.etag;
      items = moved(items, from, to);
      if (round % 10 > 0) continue;
      for (const node of cluster.nodes) {
        assert.deepEqual(await controlLive(node, owner, controller.id, controller.etag).items(), items);
      }
    }
    const responses = await Promise.all(
      cluster.nodes.map((node, index) =>
        move(controlLive(node, owner, controller.id, controller.etag), items[0]!.id, index + 1),
      ),
    );
    const done = responses.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    for (const response of responses) if (response !== done[0]) assertProblem(response, 412, 'stale_validator');
    const position = done[0]!.body.position;
    assert.deepEqual(
      await controlLive(cluster.nodes[1]!, owner, controller.id, controller.etag).items(),
      moved(items, 0, position),
    );
  });
});
