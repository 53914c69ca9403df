import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import type { ViewerChange, ViewerState } from '../../../src/contract/viewer.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { openSharedStream } from '../../support/requests/stream.ts';
import { type AudienceViewer, joinAudience } from '../../support/requests/viewer.ts';
import { smallEdition, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, useNodes } from '../../support/server/suite-server.ts';

const NODES = 3;
const CHAPTER_VERSES = 1_500;
/** By which two changes of one kind may differ: digits of the version and of a verse. */
const DIGITS_MAX_BYTES = 24;
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the audience of three nodes on one PostgreSQL database', () => {
  const cluster = useNodes(NODES);
  let owner: TestOwner;
  let viewers: AudienceViewer[] = [];

  const node = (index: number): TestLectern => cluster.nodes[index % NODES]!;

  before(async () => {
    const chapter = Object.fromEntries(times(CHAPTER_VERSES, (index) => [index + 1, `This is verse ${index + 1}.`]));
    [owner] = await createOwners(node(0), smallEdition('one', { 1: { 1: chapter } }));
  });
  afterEach(() => {
    for (const viewer of viewers) viewer.close();
  });

  const open = () => createLiveController(node(0), owner, { translations: ['one'] });
  const at = (index: number, { id, etag }: LiveController) => controlLive(node(index), owner, id, etag);
  const pushVerses = async (controller: LiveController, index: number, first: number, last = first) => {
    const passage = { book_id: 1, chapter: 1, verse: first, end_verse: last };
    const { status, body, etag } = await at(index, controller).send('POST', '/passages', { passage });
    assert.equal(status, 200, JSON.stringify(body));
    controller.etag = etag!;
  };
  /** One viewer a node. */
  const join = async ({ id }: LiveController): Promise<AudienceViewer[]> => {
    viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, id)));
    return viewers;
  };
  const idsOf = ({ items }: ViewerState) => items.map(({ id }) => id);

  it('[D44] when one node makes a change, then viewers of all get the same change, whose size does not grow with the queue', async () => {
    const controller = await open();
    await pushVerses(controller, 0, 1);
    const all = await join(controller);
    /** Changes that all viewers receive from one write, and the size of the longest. */
    const watch = async (write: () => Promise<void>): Promise<{ bytes: number; changes: ViewerChange[] }> => {
      const before = all.map(({ stream }) => stream.events.length);
      await write();
      const ids = (await controller.items()).map(({ id }) => id);
      const received = await Promise.all(
        all.map(async (viewer, index) => {
          await viewer.comesTo(ids, idsOf);
          return viewer.stream.events.slice(before[index]).filter(({ name }) => name !== 'beat');
        }),
      );
      for (const events of received) {
        assert.deepEqual(new Set(events.map(({ name }) => name)), new Set(['change']));
        assert.deepEqual(events, received[0]);
      }
      const events = received[0]!;
      return {
        bytes: Math.max(...events.map((event) => event.bytes)),
        changes: events.map(({ data }) => JSON.parse(data)),
      };
    };
    /** A push, and the removal of what it has added, each on a node of its own. */
    const measure = async () => {
      const pushed = await watch(() => pushVerses(controller, 0, 2));
      const last = (await controller.items()).at(-1)!;
      const removed = await watch(async () => {
        const { status, etag } = await at(1, controller).send('DELETE', `/queue-items/${last.id}`);
        assert.equal(status, 204);
        controller.etag = etag!;
      });
      return [pushed.bytes, removed.bytes] as const;
    };
    const small = await measure();
    // More than a notice between nodes can hold.
    const { changes } = await watch(() => pushVerses(controller, 2, 1, CHAPTER_VERSES));
    assert.deepEqual(
      changes.map(({ queue }) => queue.map((change) => (change.op === 'insert' ? change.items.length : change.op))),
      [[CHAPTER_VERSES]],
    );
    const large = await measure();
    large.forEach((bytes, kind) => {
      assert.ok(
        bytes <= small[kind]! + DIGITS_MAX_BYTES,
        `${bytes} bytes with a long queue, ${small[kind]} with a short`,
      );
    });
  });

  it('[D44] when 200 pushes are sent fast on alternating nodes, then viewers of all nodes get each once, in order', async () => {
    const controller = await open();
    await pushVerses(controller, 0, 1);
    const all = await join(controller);
    for (let round = 1; round <= 200; round++) await pushVerses(controller, round, 1 + round);
    const ids = (await controller.items()).map(({ id }) => id);
    assert.equal(ids.length, 201);
    for (const viewer of all) {
      await viewer.comesTo(ids, idsOf);
      const [first, ...changes] = viewer.stream.events.filter(({ name }) => name !== 'beat');
      assert.equal(first!.name, 'state');
      assert.deepEqual(new Set(changes.map(({ name }) => name)), new Set(['change']));
      const steps = changes.map(({ data }) => JSON.parse(data) as ViewerChange);
      const versions = [first!.id, ...changes.map(({ id }) => id)];
      assert.deepEqual(
        steps.map(({ from }) => from),
        versions.slice(0, -1),
        'every change begins where the one before has ended',
      );
      assert.ok(changes.length >= 20, `${changes.length} changes: notified late, of many at once`);
      const added = steps.flatMap(({ queue }) =>
        queue.flatMap((change) => (change.op === 'insert' ? change.items.map(({ verse }) => verse) : [])),
      );
      assert.deepEqual(
        added,
        times(200, (index) => index + 2),
      );
    }
  });

  it('[D44] when a viewer joins a node, then it sees at once what another node has acknowledged', async () => {
    const controller = await open();
    const [, , third] = await join(controller);
    for (let round = 1; round <= 10; round++) {
      await pushVerses(controller, round, round);
      const viewer = await joinAudience(node(round + 1).url, controller.id);
      assert.equal(viewer.state.items.length, round);
      viewer.close();
    }
    await third!.comesTo(10, ({ items }) => items.length);
  });

  it('[D44] when a stream breaks, then it goes on at another node by Last-Event-ID, with nothing lost or repeated', async () => {
    const controller = await open();
    await pushVerses(controller, 0, 1, 3);
    let [viewer] = (await join(controller)) as [AudienceViewer];
    for (let round = 1; round <= 6; round++) {
      viewer.close();
      await pushVerses(controller, round, round * 10, round * 10 + 1);
      viewer = await joinAudience(node(round).url, controller.id, { from: viewer });
      const ids = (await controller.items()).map(({ id }) => id);
      await viewer.comesTo(ids, idsOf);
      assert.equal(ids.length, 3 + round * 2);
    }
    viewer.close();
  });

  it('[D44] when a stream has several pages, then it hears all nodes, goes on at another one, and loses only a page that is deleted', async () => {
    const controllers = [await open(), await open(), await open()];
    for (const controller of controllers) await pushVerses(controller, 0, 1);
    // Others keep the rooms of all nodes open, with the changes that were missed.
    viewers = (await Promise.all(controllers.map(join))).flat();
    const last: (string | undefined)[] = [];
    for (let round = 1; round <= 4; round++) {
      const stream = await openSharedStream(
        node(round).url,
        controllers.map(({ id }, index) => ({ liveId: id, lastEventId: last[index] })),
      );
      const take = (index: number, name: string) =>
        stream.take((event) => event.subscription === index && event.name === name);
      for (const index of controllers.keys()) {
        if (round === 1) await take(index, 'state');
        else await take(index, 'beat');
      }
      for (const [index, controller] of controllers.entries()) {
        await pushVerses(controller, round + 1 + index, 10 * round);
        last[index] = (await take(index, 'change')).id;
      }
      assert.equal(
        stream.events.filter(({ name }) => name === 'state').length,
        round === 1 ? 3 : 0,
        'nothing came twice',
      );
      stream.close();
      for (const controller of controllers) await pushVerses(controller, round, 10 * round + 1);
    }
    const stream = await openSharedStream(
      node(0).url,
      controllers.map(({ id }, index) => ({ liveId: id, lastEventId: last[index] })),
    );
    const take = (index: number, name: string) =>
      stream.take((event) => event.subscription === index && event.name === name);
    assert.equal((await at(1, controllers[1]!).send('DELETE', '')).status, 204);
    await take(1, 'gone');
    await pushVerses(controllers[2]!, 2, 100);
    const items = (await controllers[2]!.items()).map(({ verse }) => verse.verse);
    await take(2, 'change');
    assert.deepEqual(items, [1, 10, 11, 20, 21, 30, 31, 40, 41, 100]);
    stream.close();
  });

  it('[D12] when a Live is deleted on one node, then the viewers of all are informed and closed', async () => {
    const controller = await open();
    const all = await join(controller);
    assert.equal((await at(1, controller).send('DELETE', '')).status, 204);
    for (const { stream } of all) {
      await stream.take(({ name }) => name === 'gone');
      assert.equal(await stream.ended, true);
    }
  });
});
