import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, it, type TestContext } from 'node:test';
import {
  EXPENSIVE_PER_OWNER_MAX,
  EXPENSIVE_WAITING_PER_OWNER_MAX,
  INEXPENSIVE_VERSES_MAX,
} from '../../../src/contract/limits.ts';
import { OPERATIONS, type Operation } from '../../../src/contract/operations.ts';
import type { EndTurn, Wait } from '../../../src/domain/turns/turns.ts';
import { type ApiResponse, api } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const [CHEAP, DEAR] = [1, 2];
const book = (verses: number) => ({
  1: Object.fromEntries(Array.from({ length: verses }, (_, index) => [index + 1, `Verse ${index + 1}`])),
});
const EDITIONS = ['one', 'two'].map((slug) =>
  smallEdition(slug, { [CHEAP]: book(INEXPENSIVE_VERSES_MAX), [DEAR]: book(INEXPENSIVE_VERSES_MAX + 1) }),
);

type Write = (controller: LiveController, bookId: number) => Promise<ApiResponse>;
const push: Write = (controller, book_id) =>
  controller.send('POST', '/passages', { passage: { book_id, chapter: 1 }, replace: true });

describe('[D10] the turns of expensive operations', () => {
  const world = useInProcessServer({ editions: EDITIONS });
  const open = async (owner?: TestOwner) =>
    createLiveController(world.lectern, owner ?? (await world.createOrganization()), { translations: ['one'] });

  const occupied: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const endAll of occupied.splice(0)) await endAll();
  });
  /** Fills the turns of an owner. Returns what ends them all. */
  const occupy = async ({ kind, id }: TestOwner): Promise<() => Promise<void>> => {
    const { turns } = world.lectern.installation;
    const running: EndTurn[] = [];
    for (let count = 0; count < EXPENSIVE_PER_OWNER_MAX; count++) running.push(await turns.take({ kind, id }));
    const waiting = Array.from({ length: EXPENSIVE_WAITING_PER_OWNER_MAX }, () =>
      turns.take({ kind, id }, { patient: true }).then((end) => end()),
    );
    const endAll = async () => {
      for (const end of running.splice(0)) end();
      await Promise.all(waiting);
    };
    occupied.push(endAll);
    return endAll;
  };
  /** Takes all turns of an owner. The result resolves with the wait of the next request that asks for one. */
  const takeAll = async (t: TestContext, { kind, id }: TestOwner) => {
    const { turns } = world.lectern.installation;
    const ends: EndTurn[] = [];
    for (let count = 0; count < EXPENSIVE_PER_OWNER_MAX; count++) ends.push(await turns.take({ kind, id }));
    const endAll = () => {
      for (const end of ends.splice(0)) end();
    };
    t.after(endAll);
    const { promise: asked, resolve } = Promise.withResolvers<Wait>();
    const take = turns.take.bind(turns);
    t.mock.method(turns, 'take', (...args: Parameters<typeof take>) => {
      resolve(args[1]!);
      return take(...args);
    });
    return { asked, endAll };
  };
  const requireBusy = ({ status, headers, body }: ApiResponse) =>
    assert.deepEqual([status, body?.code, headers.get('retry-after')], [429, 'rate_limited', '2']);

  /** Requests to the operations that add or restore a book, with the request that precedes each. */
  const writes: Record<string, { before?: Write; send: Write }> = {
    pushStack: { send: (controller, book_id) => controller.send('POST', '/stack', { reference: { book_id } }) },
    pushPassage: { send: push },
    interrupt: {
      send: (controller, book_id) => controller.send('POST', '/interrupt', { passage: { book_id, chapter: 1 } }),
    },
    recall: {
      before: async (controller, bookId) => {
        await push(controller, bookId);
        return controller.send('POST', '/passages', {
          passage: { book_id: CHEAP, chapter: 1, verse: 1 },
          replace: true,
        });
      },
      send: (controller) => controller.send('POST', '/recall', {}),
    },
    undo: {
      before: async (controller, bookId) => {
        await push(controller, bookId);
        return controller.send('DELETE', '/stack');
      },
      send: (controller) => controller.send('POST', '/undo', {}),
    },
    redo: {
      before: async (controller, bookId) => {
        await push(controller, bookId);
        return controller.send('POST', '/undo', {});
      },
      send: (controller) => controller.send('POST', '/redo', {}),
    },
    showTranslations: {
      before: push,
      send: (controller) => controller.send('POST', '/translations', { translations: ['two'] }),
    },
    go: {
      before: async (controller, book_id) => {
        const entries = [{ id: 'a', kind: 'passage', title: 'A', passage: { book_id, chapter: 1 } }];
        const { body } = await createPlan(api(world.lectern, controller.owner), entries);
        return controller.send('PUT', '/plan', { plan_id: body.id });
      },
      send: (controller) => controller.send('POST', '/plan/go', { by: 1 }),
    },
  };

  for (const [id, { before, send }] of Object.entries(writes)) {
    it(`when ${id} adds more than ${INEXPENSIVE_VERSES_MAX} verses, then it waits for its turn, and is refused without a change if too many wait`, async () => {
      const [controller, cheap] = [await open(), await open()];
      if (before) assert.ok((await before(controller, DEAR)).status < 300);
      if (before) assert.ok((await before(cheap, CHEAP)).status < 300);
      const endAll = await occupy(controller.owner);
      await occupy(cheap.owner);
      const state = await controller.everything();
      requireBusy(await send(controller, DEAR));
      assert.deepEqual(await controller.everything(), state);
      await endAll();
      assert.equal((await send(controller, DEAR)).status, 200);
      assert.equal((await send(cheap, CHEAP)).status, 200, 'no more than that needs no turn');
    });
  }

  it('when the table of operations marks one as expensive, then it is among these', () => {
    const marked = Object.entries(OPERATIONS).flatMap(([id, operation]) =>
      (operation as Operation).expensive ? [id] : [],
    );
    assert.deepEqual(marked.toSorted(), [...Object.keys(writes), 'listHistory'].toSorted());
  });

  it('[D4] when too many wait, then every other refusal comes first, and only this owner is refused', async () => {
    const [controller, other] = [await open(), await open()];
    const endAll = await occupy(controller.owner);
    requireBusy(await controller.get('/history'));
    requireBusy(await controller.get('/history?view=short&limit=1'));
    const codes = [
      await controller.get('/history?limit=0'),
      await controller.get('/history?after=x'),
      await api(world.lectern, controller.owner).get(`${other.path}/history`),
      await controller.send('POST', '/passages', { passage: { book_id: DEAR, chapter: 1 } }, { 'if-match': null }),
      await controller.send(
        'POST',
        '/passages',
        { passage: { book_id: DEAR, chapter: 1 } },
        { 'if-match': other.etag },
      ),
      await controller.send('POST', '/passages', { passage: 'Unknown 1' }),
    ].map(({ status, body }) => [status, body.code]);
    assert.deepEqual(codes, [
      [422, 'invalid_fields'],
      [422, 'invalid_cursor'],
      [404, 'not_found'],
      [428, 'validator_required'],
      [412, 'stale_validator'],
      [422, 'invalid_reference'],
    ]);
    assert.equal((await other.get('/history')).status, 200);
    assert.equal((await push(other, DEAR)).status, 200);
    await endAll();
    assert.equal((await controller.get('/history')).status, 200);
  });

  it('when a write waits for its turn, then other writes to the same Live do not wait, and it is checked again after them', async (t) => {
    const controller = await open();
    const { asked, endAll } = await takeAll(t, controller.owner);
    let isWaiting = true;
    const waiting = push(controller, DEAR).finally(() => {
      isWaiting = false;
    });
    await asked;
    await controller.play({ paused: true });
    assert.ok(isWaiting);
    endAll();
    const { status, body } = await waiting;
    assert.deepEqual([status, body.code], [412, 'stale_validator']);
    assert.equal((await push(controller, DEAR)).status, 200);
  });

  it('when a client disconnects, then it no longer waits for its turn', async (t) => {
    const controller = await open();
    const { asked } = await takeAll(t, controller.owner);
    const client = new AbortController();
    const request = fetch(`${world.lectern.url}${controller.path}/history`, {
      headers: { authorization: `Bearer ${controller.owner.token}` },
      signal: client.signal,
    });
    const { signal } = await asked;
    client.abort();
    await assert.rejects(request, { name: 'AbortError' });
    if (!signal!.aborted) await once(signal!, 'abort');
  });

  it('when a request with a turn has its response, then its turn ends', async () => {
    const controller = await open();
    for (let count = 0; count <= EXPENSIVE_PER_OWNER_MAX; count++) {
      assert.equal((await controller.get('/history')).status, 200);
      assert.equal((await push(controller, DEAR)).status, 200);
    }
  });
});
