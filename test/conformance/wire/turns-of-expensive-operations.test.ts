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

type Write = (desk: LiveController, bookId: number) => Promise<ApiResponse>;
const push: Write = (desk, book_id) =>
  desk.send('POST', '/passages', { passage: { book_id, chapter: 1 }, replace: true });

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
    pushStack: { send: (desk, book_id) => desk.send('POST', '/stack', { reference: { book_id } }) },
    pushPassage: { send: push },
    interrupt: { send: (desk, book_id) => desk.send('POST', '/interrupt', { passage: { book_id, chapter: 1 } }) },
    recall: {
      before: async (desk, bookId) => {
        await push(desk, bookId);
        return desk.send('POST', '/passages', { passage: { book_id: CHEAP, chapter: 1, verse: 1 }, replace: true });
      },
      send: (desk) => desk.send('POST', '/recall', {}),
    },
    undo: {
      before: async (desk, bookId) => {
        await push(desk, bookId);
        return desk.send('DELETE', '/stack');
      },
      send: (desk) => desk.send('POST', '/undo', {}),
    },
    redo: {
      before: async (desk, bookId) => {
        await push(desk, bookId);
        return desk.send('POST', '/undo', {});
      },
      send: (desk) => desk.send('POST', '/redo', {}),
    },
    showTranslations: {
      before: push,
      send: (desk) => desk.send('POST', '/translations', { translations: ['two'] }),
    },
    go: {
      before: async (desk, book_id) => {
        const entries = [{ id: 'a', kind: 'passage', title: 'A', passage: { book_id, chapter: 1 } }];
        const { body } = await createPlan(api(world.lectern, desk.owner), entries);
        return desk.send('PUT', '/plan', { plan_id: body.id });
      },
      send: (desk) => desk.send('POST', '/plan/go', { by: 1 }),
    },
  };

  for (const [id, { before, send }] of Object.entries(writes)) {
    it(`when ${id} adds more than ${INEXPENSIVE_VERSES_MAX} verses, then it waits for its turn, and is refused without a change if too many wait`, async () => {
      const [desk, cheap] = [await open(), await open()];
      if (before) assert.ok((await before(desk, DEAR)).status < 300);
      if (before) assert.ok((await before(cheap, CHEAP)).status < 300);
      const endAll = await occupy(desk.owner);
      await occupy(cheap.owner);
      const state = await desk.everything();
      requireBusy(await send(desk, DEAR));
      assert.deepEqual(await desk.everything(), state);
      await endAll();
      assert.equal((await send(desk, DEAR)).status, 200);
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
    const [desk, other] = [await open(), await open()];
    const endAll = await occupy(desk.owner);
    requireBusy(await desk.get('/history'));
    requireBusy(await desk.get('/history?view=short&limit=1'));
    const codes = [
      await desk.get('/history?limit=0'),
      await desk.get('/history?after=x'),
      await api(world.lectern, desk.owner).get(`${other.path}/history`),
      await desk.send('POST', '/passages', { passage: { book_id: DEAR, chapter: 1 } }, { 'if-match': null }),
      await desk.send('POST', '/passages', { passage: { book_id: DEAR, chapter: 1 } }, { 'if-match': other.etag }),
      await desk.send('POST', '/passages', { passage: 'Nobody 1' }),
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
    assert.equal((await desk.get('/history')).status, 200);
  });

  it('when a write waits for its turn, then other writes to the same Live do not wait, and it is checked again after them', async (t) => {
    const desk = await open();
    const { asked, endAll } = await takeAll(t, desk.owner);
    let isWaiting = true;
    const waiting = push(desk, DEAR).finally(() => {
      isWaiting = false;
    });
    await asked;
    await desk.play({ paused: true });
    assert.ok(isWaiting);
    endAll();
    const { status, body } = await waiting;
    assert.deepEqual([status, body.code], [412, 'stale_validator']);
    assert.equal((await push(desk, DEAR)).status, 200);
  });

  it('when a client disconnects, then it no longer waits for its turn', async (t) => {
    const desk = await open();
    const { asked } = await takeAll(t, desk.owner);
    const client = new AbortController();
    const request = fetch(`${world.lectern.url}${desk.path}/history`, {
      headers: { authorization: `Bearer ${desk.owner.token}` },
      signal: client.signal,
    });
    const { signal } = await asked;
    client.abort();
    await assert.rejects(request, { name: 'AbortError' });
    if (!signal!.aborted) await once(signal!, 'abort');
  });

  it('when a request with a turn is answered, then its turn ends', async () => {
    const desk = await open();
    for (let count = 0; count <= EXPENSIVE_PER_OWNER_MAX; count++) {
      assert.equal((await desk.get('/history')).status, 200);
      assert.equal((await push(desk, DEAR)).status, 200);
    }
  });
});
