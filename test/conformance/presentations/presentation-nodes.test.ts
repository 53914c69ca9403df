import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { STUDIO_SETTINGS } from '../../support/requests/documented-operations.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import {
  addImage,
  createDeck,
  createSnapshot,
  deckPath,
  organizationRestPath,
  publish,
} from '../../support/requests/presentation.ts';
import { type AudienceViewer, joinAudience } from '../../support/requests/viewer.ts';
import { smallEdition, type TestLectern } from '../../support/server/lectern.ts';
import { createOwners, useNodes } from '../../support/server/suite-server.ts';

const NODES = 3;
const VERSES = { 16: 'For God so loved the world', 17: 'not to condemn' };

describe('presentations on three nodes over one PostgreSQL database', () => {
  const cluster = useNodes(NODES);
  let clients: Api[];
  let snapshot: JsonDocument;
  let image: JsonDocument;
  let viewers: AudienceViewer[] = [];

  const node = (index: number): TestLectern => cluster.nodes[index % NODES]!;
  const client = (index: number): Api => clients[index % NODES]!;
  const at = (index: number, { id, owner, etag }: LiveController) => controlLive(node(index), owner, id, etag);

  before(async () => {
    const [owner] = await createOwners(node(0), smallEdition('one', { 43: { 3: VERSES } }));
    clients = cluster.nodes.map((each) => api(each, owner));
    image = await addImage(client(0));
    const { body: deck } = await createDeck(client(1), [
      { layout: 'scripture', reference: { book_id: 43, chapter: 3 } },
      { layout: 'image', image: image.id },
    ]);
    snapshot = (await publish(client(2), deck)).body;
  });
  afterEach(() => {
    for (const viewer of viewers) viewer.close();
    viewers = [];
  });

  const join = async ({ id }: LiveController): Promise<AudienceViewer[]> => {
    viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, id)));
    return viewers;
  };
  /** From a node of its own each time. */
  let turn = 0;
  const present = async (controller: LiveController, choice: object = {}) => {
    const response = await at(turn++, controller).send('PUT', '/presentation', { snapshot_id: snapshot.id, ...choice });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    controller.etag = response.etag!;
  };

  it('[D57] when one node interrupts, another returns and a third recalls, then each goes on from the one before, and viewers of all see it', async () => {
    const controller = await createLiveController(node(0), client(0).owner);
    await present(controller);
    const all = await join(controller);
    const [{ type: slides }] = all.map(({ state }) => state) as [AudienceViewer['state']];
    assert.equal(slides, 'presentation');
    for (const [index, path, body, type, returns] of [
      [0, '/interrupt', { passage: 'John 3:16', translations: ['one'] }, 'scripture', true],
      [1, '/return', {}, 'presentation', false],
      [2, '/recall', {}, 'scripture', false],
      [0, '/recall', {}, 'presentation', false],
    ] as const) {
      const response = await at(index, controller).send('POST', path, body);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      controller.etag = response.etag!;
      await Promise.all(all.map((viewer) => viewer.comesTo(type, (state) => state.type)));
      const nows = await Promise.all(clients.map((each) => each.get(`/v1/lives/${controller.id}/now`)));
      assert.deepEqual(
        nows.map(({ body: now }) => [now.sequence, now.etag, now.returns]),
        clients.map(() => [response.body.sequence, response.etag, returns]),
      );
    }
  });

  it('[D76] when a countdown begins on one node and is moved by others at once, then all nodes and viewers have one end', async () => {
    const controller = await createLiveController(node(0), client(0).owner);
    const counting = { id: 'a', layout: 'countdown', seconds: 600 };
    const { id: snapshot_id } = await createSnapshot(client(1), [counting, { layout: 'blank' }]);
    await present(controller, { snapshot_id });
    const all = await join(controller);
    const { until } = all[0]!.state.slide!;
    assert.ok(all.every(({ state }) => state.slide!.until === until));
    for (const by of [1, -1]) {
      const stepped = await at(turn++, controller).send('POST', '/step', { by });
      assert.equal(stepped.status, 200, JSON.stringify(stepped.body));
      controller.etag = stepped.etag!;
    }
    const moves = await Promise.all(
      cluster.nodes.map((_, index) => at(index, controller).send('POST', '/countdown', { by_seconds: 60 })),
    );
    assert.deepEqual(
      moves.map(({ status }) => status),
      cluster.nodes.map(() => 200),
    );
    const end = new Date(Date.parse(until!) + NODES * 60_000).toISOString();
    await Promise.all(all.map((viewer) => viewer.comesTo(end, ({ slide }) => slide?.until)));
  });

  it('[D62], [D76] when the countdown of the stage is moved by several nodes at once, then no move is lost', async () => {
    const controller = await createLiveController(node(0), client(0).owner);
    const countdown_to = '2130-04-21T10:00:00.000Z';
    await controller.send('PUT', '/stage', { message: 'Soon', countdown_to }, { 'if-match': null });
    const nodes = Array.from({ length: 8 * NODES }, (_, index) => at(index, controller));
    await Promise.all(nodes.map((each) => each.send('POST', '/countdown', { by_seconds: 60 })));
    const end = new Date(Date.parse(countdown_to) + nodes.length * 60_000).toISOString();
    assert.equal((await controller.get('/stage')).body.countdown_to, end);
  });

  it('[D27] when presenting begins or ends on one node, then the viewers and polls of all see it at once', async () => {
    const controller = await createLiveController(node(0), client(0).owner);
    const all = await join(controller);
    for (let round = 0; round < NODES; round++) {
      const polls = await Promise.all(
        cluster.nodes.map(async (each) => {
          const { cursor } = await readSnapshot(each, controller);
          return beginPoll(each, controller, { after: cursor });
        }),
      );
      await waitUntilParked(...polls);
      await present(controller, { index: round % 2, blank: round === 2 });
      const layout = ['scripture', 'image', 'blank'][round];
      for (const viewer of all) await viewer.comesTo(layout, ({ slide }) => slide?.layout);
      for (const { response } of polls) {
        const { data } = requireEvent(await response, controller, 'live.changed');
        assert.deepEqual([data.queue, data.display.snapshot.index], [null, round % 2]);
      }
    }
    await present(controller);
    const texts = Object.values(VERSES);
    for (const viewer of all) {
      await viewer.comesTo(texts, ({ slide }) => slide?.passage?.verses.map(({ text }) => text));
    }
    const newcomers = await join(controller);
    for (const [index, newcomer] of newcomers.entries()) assert.deepEqual(newcomer.state, all[index]!.state);
    assert.equal((await at(1, controller).send('DELETE', '/presentation')).status, 200);
    for (const viewer of newcomers) await viewer.comesTo(null, ({ slide }) => slide);
  });

  it('[D26] when decks, snapshots, images or the logo are made on one node, then they are there on the others', async () => {
    for (let index = 0; index < NODES; index++) {
      const { body, etag } = await createDeck(client(index), [{ layout: 'image', image: image.id }]);
      const path = deckPath(client(index), body);
      assert.deepEqual((await client(index + 1).get(path)).body, body);
      const replaced = await client(index + 1).put(path, { title: 'Elsewhere', slides: [] }, { ifMatch: etag! });
      assert.equal(replaced.status, 200);
      assert.equal((await client(index + 2).get(path)).etag, replaced.etag);
      const read = await client(index).get(`${organizationRestPath(client(index))}/snapshots/${snapshot.id}`);
      assert.deepEqual(read.body, snapshot);
      const response = await fetch(`${node(index).url}/media/${image.id}`);
      assert.equal((await response.bytes()).length, image.bytes);
    }
    const controller = await createLiveController(node(0), client(0).owner);
    const all = await join(controller);
    const designPath = `${organizationRestPath(client(0))}/design`;
    const { etag: ifMatch } = await client(0).get(designPath);
    const settings = { ...STUDIO_SETTINGS, showLogo: true };
    assert.equal((await client(0).put(designPath, { settings }, { ifMatch: ifMatch! })).status, 200);
    const set = await client(1).put(`${organizationRestPath(client(1))}/logo`, { image_id: image.id });
    assert.equal(set.status, 200);
    for (const viewer of all) await viewer.comesTo(`/media/${image.id}`, ({ house }) => house.logo?.url);
  });

  it('when all nodes publish in parallel, then the revisions are consecutive', async () => {
    const { body: deck } = await createDeck(client(0), [{ layout: 'blank' }]);
    const responses = await Promise.all(Array.from({ length: 9 }, (_, index) => publish(client(index), deck)));
    assert.deepEqual(
      responses.map(({ body }) => body.revision).sort((a, b) => a - b),
      Array.from({ length: 9 }, (_, index) => index + 1),
    );
  });
});
