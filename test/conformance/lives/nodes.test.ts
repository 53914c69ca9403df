import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, api, assertProblem, createTestLive } from '../../support/requests/api.ts';
import {
  controlLive,
  createLiveController,
  type LiveController,
  type QueuedItem,
} from '../../support/requests/live-controller.ts';
import {
  createTestOrganization,
  smallEdition,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { createOwners, useNodes } from '../../support/server/suite-server.ts';

const NODES = 3;
const WRITERS = 20;
const VERSES = 50;
const WRITES_EACH = 2;
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('three nodes on one PostgreSQL database', () => {
  // All the writers are one peer and one principal here.
  const cluster = useNodes(NODES, { LECTERN_BUDGET_PEER: '1000000', LECTERN_BUDGET_PRINCIPAL: '1000000' });
  let owner: TestOwner;

  const node = (index: number): TestLectern => cluster.nodes[index % NODES]!;

  before(async () => {
    const verses = Object.fromEntries(times(VERSES, (index) => [index + 1, `Verse ${index + 1}`]));
    [owner] = await createOwners(node(0), smallEdition('one', { 1: { 1: verses } }));
  });

  const open = (index = 0) => createLiveController(node(index), owner, { translations: ['one'] });
  const pushVerse = (controller: LiveController, verse: number) =>
    controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1, verse } });
  /** At one node after the other. */
  const everywhere = async (check: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < NODES; index++) await check(index);
  };
  /** An operator at another node, who keeps ETags of their own. */
  const at = (index: number, { id, etag }: LiveController) => controlLive(node(index), owner, id, etag);

  it('[D5], [D6] when 20 writers write to one Live, then no update is lost, and every stale write is 412', async () => {
    const controller = await open();
    const { sequence: start } = (await controller.get()).body;
    const done: { sequence: number; etag: string; position: number; verse: number }[] = [];
    const write = async (writer: number): Promise<void> => {
      const operator = at(writer, controller);
      for (let left = WRITES_EACH; left > 0; ) {
        assert.equal((await operator.get()).status, 200);
        const response = await pushVerse(operator, writer + 1);
        if (response.status === 200) {
          const [{ position, verse }] = response.body.data;
          done.push({ sequence: response.body.sequence, etag: response.etag!, position, verse });
          left--;
        } else {
          assertProblem(response, 412, 'stale_validator');
        }
      }
    };
    await Promise.all(times(WRITERS, write));

    const total = WRITERS * WRITES_EACH;
    done.sort((one, other) => one.sequence - other.sequence);
    assert.deepEqual(
      done.map(({ sequence, position }) => [sequence, position]),
      times(total, (index) => [start + 1 + index, index]),
      'each write is the next one, and stands at the end of what the one before left',
    );
    assert.equal(new Set(done.map(({ etag }) => etag)).size, total);
    for (let index = 0; index < NODES; index++) {
      const reader = at(index, controller);
      const items = await reader.items();
      assert.deepEqual(
        items.map(({ verse }) => verse.verse),
        done.map(({ verse }) => verse),
      );
      const { body, etag } = await reader.get();
      assert.deepEqual([body.sequence, etag], [start + total, done.at(-1)!.etag]);
    }
  });

  it('[D6] when many Lives have writers that go from node to node, then they never disturb each other', async () => {
    const controllers = await Promise.all(times(12, open));
    await Promise.all(
      controllers.map(async (controller, which) => {
        for (let round = 1; round <= 10; round++) {
          const { status, body, etag } = await pushVerse(at(which + round, controller), round);
          assert.deepEqual([status, body.sequence, body.data[0]?.position], [200, 1 + round, round - 1]);
          controller.etag = etag!;
        }
      }),
    );
    const items = (await Promise.all(controllers.map((controller, which) => at(which + 1, controller).items()))).flat();
    assert.equal(items.length, 120);
    assert.equal(new Set(items.map(({ id }) => id)).size, 120);
  });

  it('[D5], [D7] when one node gives ids and ETags, then they are good at every other', async () => {
    const created = await createTestLive(api(node(0), owner), { name: 'Everywhere' });
    const here = controlLive(node(1), owner, created.id, created.etag);
    assert.equal((await here.send('PATCH', '/settings', { translations: ['one'] })).status, 200);
    const there = at(2, here);
    assert.equal((await there.send('POST', '/passages', { passage: 'Genesis 1:1-4' })).status, 200);
    const [first, , third] = (await at(0, there).items()) as [{ id: string }, unknown, { id: string }];
    const focus = await at(1, there).send('PATCH', '/focus', { item_id: third.id });
    assert.deepEqual([focus.status, focus.body.item_id], [200, third.id]);
    const item = await at(2, here).get(`/queue-items/${third.id}`, { 'if-none-match': focus.etag! });
    assert.equal(item.status, 304);
    here.etag = focus.etag!;
    const removed = await at(0, here).send('DELETE', `/queue-items/${first.id}`);
    assert.equal(removed.status, 204);
    here.etag = removed.etag!;
    const ids = (await at(1, here).items()).map(({ id }) => id);
    const reordered = await at(2, here).send('PUT', '/queue-items/order', { item_ids: ids.toReversed() });
    assert.deepEqual(
      reordered.body.data.map(({ id }: { id: string }) => id),
      ids.toReversed(),
    );
    here.etag = reordered.etag!;
    assert.equal((await at(0, here).send('DELETE', '')).status, 204);
    for (let index = 0; index < NODES; index++) assertProblem(await at(index, here).get(), 404, 'not_found');
  });

  it('[LiveQueuePage], [D16] when a cursor is used at any node, then it goes on; after a change, it is stale at every node', async () => {
    const controller = await open();
    assert.equal((await controller.send('POST', '/passages', { passage: 'Genesis 1' })).status, 200);
    const ids: string[] = [];
    let after = '';
    for (let page = 0; page < 10; page++) {
      const { status, body } = await at(page, controller).get(`/queue-items?limit=5${after}`);
      assert.equal(status, 200, JSON.stringify(body));
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      after = `&after=${body.next_cursor}`;
      if (page === 5) assert.equal(ids.length, 30);
    }
    assert.deepEqual(
      ids,
      (await controller.items()).map(({ id }) => id),
    );
    const { next_cursor } = (await at(1, controller).get('/queue-items?limit=5')).body;
    assert.equal((await pushVerse(at(2, controller), 1)).status, 200);
    for (let index = 0; index < NODES; index++) {
      const stale = await at(index, controller).get(`/queue-items?after=${next_cursor}`);
      assertProblem(stale, 409, 'stale_queue_cursor');
    }
  });

  it('[D12] when a list of Lives is continued at another node, then it goes on', async () => {
    const own = await createTestOrganization(node(0));
    const created = await Promise.all(times(7, (index) => createTestLive(api(node(index), own))));
    const listed: string[] = [];
    let after = '';
    for (let page = 0; page < 4; page++) {
      const { body } = await api(node(page), own).get(`${own.livesPath}?limit=2${after}`);
      listed.push(...body.data.map(({ id }: { id: string }) => id));
      after = `&after=${body.next_cursor}`;
      assert.equal(body.next_cursor === null, page === 3);
    }
    assert.deepEqual(listed.toSorted(), created.map(({ id }) => id).toSorted());
  });

  it('[D5], [Events 2] when one node has acknowledged something, then every other node shows it at once, 60 times', async () => {
    const controller = await open();
    let cursor = (await controller.get('/events')).body.cursor;
    for (let round = 0; round < 60; round++) {
      const verse = 1 + (round % VERSES);
      const pushed = await at(round, controller).send('POST', '/passages', {
        passage: { book_id: 1, chapter: 1, verse },
        replace: true,
      });
      assert.equal(pushed.status, 200, JSON.stringify(pushed.body));
      controller.etag = pushed.etag!;
      const others = [at(round + 1, controller), at(round + 2, controller)] as const;
      const [display, page, event] = await Promise.all([
        others[0].get('/display'),
        others[1].get('/queue-items'),
        others[round % 2]!.get(`/events?wait=0&after=${cursor}`),
      ]);
      const { sequence } = pushed.body;
      assert.deepEqual([display.body.sequence, display.etag], [sequence, pushed.etag]);
      assert.deepEqual([page.body.sequence, page.etag], [sequence, pushed.etag]);
      assert.deepEqual([event.body.type, event.body.sequence], ['live.changed', sequence]);
      const shown = [display.body.verses[0], page.body.data[0].verse, event.body.data.queue[0].verse];
      assert.deepEqual(
        shown.map((one) => one.verse),
        [verse, verse, verse],
      );
      cursor = event.body.cursor;
    }
  });

  it('[D30], [D31] when one node imports, removes or enables something, then a search at every other finds it so at once', async () => {
    const edition = (text: string) => smallEdition('searched', { 1: { 1: { 1: text, 2: `${text} indeed` } } });
    const { editions, administration } = node(0).installation;
    const path = `/v1/organizations/${owner.id}/translations`;
    const search = (index: number, words: string, more = '') =>
      api(node(index), owner).get(`/v1/translations/searched/search?q=${words}&limit=1${more}`);
    const total = async (index: number, words: string) => (await search(index, words)).body.total;

    await everywhere(async (index) => assertProblem(await search(index, 'old'), 404, 'not_found'));
    await saveEdition(editions, edition('old words'));
    await everywhere(async (index) => assertProblem(await search(index, 'old'), 403, 'edition_not_enabled'));
    await administration.enableEdition('searched', { organization: owner.id });
    await everywhere(async (index) => assert.equal(await total(index, 'old'), 2));

    await saveEdition(editions, edition('new words'));
    const { next_cursor: cursor } = (await search(0, 'new')).body;
    await everywhere(async (index) => {
      assert.equal((await search(index, 'new', `&after=${cursor}`)).body.data[0].verse, 2, 'of the text of today');
      assert.deepEqual([await total(index, 'old'), await total(index, 'new')], [0, 2]);
    });

    await api(node(0), owner).delete(`${path}/searched`);
    await everywhere(async (index) => assertProblem(await search(index, 'new'), 403, 'edition_not_enabled'));
    await editions.remove('searched');
    await everywhere(async (index) => {
      assertProblem(await search(index, '!'), 404, 'not_found');
      assertProblem(await search(index, 'new', '&limit=0'), 404, 'not_found');
      assertProblem(await search(index, 'new', '&after=forged'), 404, 'not_found');
      assertProblem(await search(index, 'new'), 404, 'not_found');
    });
    await saveEdition(editions, edition('newest words'));
    await administration.enableEdition('searched', { organization: owner.id });
    await everywhere(async (index) => assert.equal(await total(index, 'newest'), 2));
  });

  describe('[D4], [D5] a write is judged by what is there now, whatever the node saw of the Live last', () => {
    /** A Live with two verses that node 1 saw last before node 2 did what follows; then node 1 is asked. */
    const overtaken = async (
      others: (there: LiveController, items: readonly QueuedItem[]) => Promise<unknown>,
      ask: (here: LiveController, items: readonly QueuedItem[], seen: string) => Promise<ApiResponse>,
    ) => {
      const controller = await open();
      const here = at(1, controller);
      await here.push({ book_id: 1, chapter: 1, verse: 1 });
      await here.push({ book_id: 1, chapter: 1, verse: 2 });
      const items = await here.items();
      const there = at(2, here);
      await others(there, items);
      const seen = here.etag;
      here.etag = there.etag;
      return ask(here, items, seen);
    };
    const deletes = (there: LiveController) => there.send('DELETE', '');
    const removesFirst = (there: LiveController, [first]: readonly QueuedItem[]) =>
      there.send('DELETE', `/queue-items/${first!.id}`);

    const onceGone: Record<string, (here: LiveController) => Promise<ApiResponse>> = {
      'a push': (here) => pushVerse(here, 3),
      'a push that cannot be read': (here) => here.send('POST', '/stack', { reference: 'Genesis 1' }),
      'a push without a body': (here) => here.send('POST', '/stack'),
      'a push without If-Match': (here) =>
        here.send('POST', '/stack', { reference: { book_id: 1 } }, { 'if-match': null }),
      'nothing to change': (here) => here.send('PATCH', '/playback', {}),
      'a body where none belongs': (here) => here.send('DELETE', '/stack', { unwanted: true }),
      'a second deletion': deletes,
    };
    for (const [name, ask] of Object.entries(onceGone)) {
      it(`when another has deleted the Live, then the response to ${name} is 404`, async () => {
        assertProblem(await overtaken(deletes, ask), 404, 'not_found');
      });
    }
    for (const body of [{ position: 1 }, { position: 'first' }, undefined]) {
      it(`when another has removed an item, then the response to ${JSON.stringify(body)} is 404`, async () => {
        const moves = (here: LiveController, [first]: readonly QueuedItem[]) =>
          here.send('PATCH', `/queue-items/${first!.id}`, body);
        assertProblem(await overtaken(removesFirst, moves), 404, 'not_found');
      });
    }
    it('when another has added an item, then it is found', async () => {
      let added = '';
      const adds = async (there: LiveController) => {
        await there.push({ book_id: 1, chapter: 1, verse: 3 });
        added = (await there.items())[2]!.id;
      };
      const response = await overtaken(adds, (here) => here.send('PATCH', `/queue-items/${added}`, { position: 0 }));
      assert.equal(response.status, 200, JSON.stringify(response.body));
    });
    it('when another has stopped a Live, then a push is 409; when another has started it again, then it takes a push', async () => {
      const stops = (there: LiveController) => there.play({ status: 'stopped' });
      assertProblem(await overtaken(stops, (here) => pushVerse(here, 3)), 409, 'live_stopped');
      const asks = async (here: LiveController) => {
        assert.equal((await here.play({ status: 'running' })).status, 'running');
        return pushVerse(here, 3);
      };
      assert.equal((await overtaken(stops, asks)).status, 200);
    });
    for (const body of [{}, { paused: false }]) {
      it(`when the ETag is from before, then the response is 412, even if nothing seems to change: ${JSON.stringify(body)}`, async () => {
        const pauses = (there: LiveController) => there.play({ paused: true });
        const changes = (here: LiveController, _items: readonly QueuedItem[], seen: string) =>
          here.send('PATCH', '/playback', body, { 'if-match': seen });
        assertProblem(await overtaken(pauses, changes), 412, 'stale_validator');
      });
    }
  });

  it('[D17], [D29] when a push is made, then it reads what is imported and enabled now, whatever the node saw last', async () => {
    const edition = (verses: Record<number, string>) => smallEdition('changing', { 1: { 1: verses } });
    const { editions, administration } = node(0).installation;
    const change = (verses: Record<number, string>) => saveEdition(editions, edition(verses));
    await change({ 1: 'before', 2: 'gone' });
    await administration.enableEdition('changing', { organization: owner.id });
    const controller = await open();
    const push = async (index: number, verse: number) => {
      const operator = at(index, controller);
      const reference = { book_id: 1, chapter: 1, verse, translation: 'changing' };
      const response = await operator.send('POST', '/stack', { reference });
      controller.etag = operator.etag;
      return response;
    };
    const pushes = (verse: number, text: string) =>
      everywhere(async (index) => {
        const { status, body } = await push(index, verse);
        assert.deepEqual([status, body.data?.[0].text], [200, text], JSON.stringify(body));
      });
    const refuses = (verse: number, status: number, code: string) =>
      everywhere(async (index) => assertProblem(await push(index, verse), status, code));

    await pushes(1, 'before');
    await change({ 1: 'after', 3: 'new' });
    await pushes(1, 'after');
    await change({ 1: 'at last', 3: 'new' });
    await refuses(2, 422, 'invalid_reference');
    await change({ 1: 'at last', 2: 'again' });
    await pushes(2, 'again');
    await api(node(0), owner).delete(`/v1/organizations/${owner.id}/translations/changing`);
    await refuses(2, 403, 'edition_not_enabled');
    await administration.enableEdition('changing', { organization: owner.id });
    await pushes(2, 'again');
    await api(node(0), owner).delete(`/v1/organizations/${owner.id}/translations/changing`);
    await editions.remove('changing');
    await refuses(2, 422, 'invalid_reference');
  });

  it('[D11] when all nodes create Lives in parallel, then the quota of 50 Lives is reached exactly, and again after deletions', async () => {
    const crowd = await createTestOrganization(node(0));
    const create = (index: number) => api(node(index), crowd).post(crowd.livesPath, {});
    const count = (responses: ApiResponse[]) => {
      const created = responses.filter(({ status }) => status === 201);
      for (const response of responses) if (response.status !== 201) assertProblem(response, 409, 'quota_exceeded');
      return created;
    };
    // Only those that race for the last places wait for one another, within the time limits of a loaded database.
    const created: ApiResponse[] = [];
    for (let wave = 0; wave < 4; wave++) created.push(...count(await Promise.all(times(10, create))));
    assert.equal(created.length, 40);
    created.push(...count(await Promise.all(times(30, create))));
    assert.equal(created.length, 50);
    const deletions = created
      .slice(0, 7)
      .map(({ body, etag }, index) => api(node(index), crowd).delete(`/v1/lives/${body.id}`, { ifMatch: etag! }));
    for (const { status } of await Promise.all(deletions)) assert.equal(status, 204);
    assert.equal(count(await Promise.all(times(20, create))).length, 7);
  });
});
