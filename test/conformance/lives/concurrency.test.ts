import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, api } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  createTestOrganization,
  ENGINES,
  smallEdition,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const CHAPTER = { 1: 'One', 2: 'Two', 3: 'Three' };
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

for (const engine of ENGINES) {
  describe(`concurrency on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      [organization, account] = await createOwners(lectern, smallEdition('one', { 1: { 1: CHAPTER } }));
    });

    const open = (owner: TestOwner) => createLiveController(lectern, owner, { translations: ['one'] });
    /** Another operator of the same Live, with ETags of their own. */
    const colleague = ({ owner, id, etag }: LiveController) => controlLive(lectern, owner, id, etag);
    const push = (controller: LiveController) =>
      controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1 } });
    const reversed = async (controller: LiveController) => (await controller.items()).map(({ id }) => id).toReversed();

    /** Repeats a write with the current ETag as long as another operator was faster. */
    const persist = async (controller: LiveController, write: () => Promise<ApiResponse>): Promise<ApiResponse> => {
      for (;;) {
        const response = await write();
        if (response.status !== 412) return response;
        assert.equal(response.body.code, 'stale_validator');
        await controller.get();
      }
    };

    const RIVALS: [string, (controller: LiveController, index: number) => Promise<ApiResponse>][] = [
      ['pushes', (controller) => push(controller)],
      ['clears', (controller) => controller.send('DELETE', '/stack')],
      ['playback changes', (controller, index) => controller.send('PATCH', '/playback', { paused: index % 2 === 0 })],
      ['other names', (controller, index) => controller.send('PATCH', '', { name: `Name ${index}` })],
      ['settings changes', (controller) => controller.send('PATCH', '/settings', { translations: [] })],
    ];
    for (const [title, write] of [...RIVALS, ['writes of every kind', undefined] as const]) {
      it(`[States], [Errors] when 50 parallel ${title} have one ETag, then exactly one is done, and the rest are 412`, async () => {
        const controller = await open(organization);
        await push(controller);
        const { sequence } = (await controller.get()).body;
        const responses = await Promise.all(
          times(50, (index) => (write ?? RIVALS[index % RIVALS.length]![1])(colleague(controller), index)),
        );
        const done = responses.filter(({ status }) => status === 200);
        assert.equal(done.length, 1);
        assert.equal(responses.filter(({ status }) => status === 412).length, 49);
        assert.equal(done[0]!.body.sequence, sequence + 1);
        const present = await controller.get();
        assert.deepEqual([present.body.sequence, present.etag], [sequence + 1, done[0]!.etag]);
      });
    }

    it('[D4] when one item is removed 20 times in parallel, then exactly one removal is done, and the rest are 404 or 412', async () => {
      const controller = await open(account);
      await push(controller);
      const [item] = await controller.items();
      const responses = await Promise.all(
        times(20, () => colleague(controller).send('DELETE', `/queue-items/${item!.id}`)),
      );
      assert.equal(responses.filter(({ status }) => status === 204).length, 1);
      assert.equal(responses.filter(({ status }) => status === 404 || status === 412).length, 19);
      assert.equal((await controller.items()).length, 2);
    });

    it('[D12] when one Live is deleted 20 times in parallel, then exactly one deletion is done, and the rest are 404', async () => {
      const controller = await open(account);
      const responses = await Promise.all(times(20, () => colleague(controller).send('DELETE', '')));
      assert.equal(responses.filter(({ status }) => status === 204).length, 1);
      assert.equal(responses.filter(({ status }) => status === 404).length, 19);
      assert.equal((await controller.get()).status, 404);
    });

    it('[D6] when eight operators write, then the sequences have no gap or repetition, and each write is there', async () => {
      const controller = await open(organization);
      const { sequence: start } = (await controller.get()).body;
      const written = await Promise.all(
        times(8, async () => {
          const operator = colleague(controller);
          const own: { sequence: number; etag: string; first: number }[] = [];
          for (let round = 0; round < 6; round++) {
            const { status, body, etag } = await persist(operator, () => push(operator));
            assert.equal(status, 200);
            own.push({ sequence: body.sequence, etag: etag!, first: body.data[0].position });
          }
          return own;
        }),
      );
      const all = written.flat().toSorted((one, other) => one.sequence - other.sequence);
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        times(48, (index) => start + 1 + index),
      );
      assert.deepEqual(
        all.map(({ first }) => first),
        times(48, (index) => index * 3),
        'every push is at the end of what the one before left',
      );
      assert.equal(new Set(all.map(({ etag }) => etag)).size, 48);
      const items = await controller.items();
      assert.deepEqual(
        items.map(({ position, verse }) => [position, verse.verse]),
        times(144, (index) => [index, 1 + (index % 3)]),
      );
      assert.equal(new Set(items.map(({ id }) => id)).size, 144);
    });

    it('[Stack operations] when parallel pushes go to different Lives, then all succeed', async () => {
      const controllers = await Promise.all(times(20, (index) => open(index % 2 === 0 ? organization : account)));
      await Promise.all(
        controllers.map(async (controller) => {
          for (let round = 1; round <= 5; round++) {
            const { status, body } = await push(controller);
            assert.deepEqual([status, body.sequence, body.affected], [200, 1 + round, 3]);
          }
        }),
      );
      for (const controller of controllers) {
        const items = await controller.items();
        assert.deepEqual(
          items.map(({ position }) => position),
          times(15, (index) => index),
        );
      }
      const ids = (await Promise.all(controllers.map((controller) => controller.items()))).flat().map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    });

    it('[D30] when an edition is imported again and again, then pushes and reads have it whole, old or new', async () => {
      const { editions, administration } = lectern.installation;
      const version = (mark: number) =>
        smallEdition('moving', { 1: { 1: Object.fromEntries(times(40, (index) => [index + 1, `Text ${mark}`])) } });
      await saveEdition(editions, version(0));
      await administration.enableEdition('moving', { organization: organization.id });
      let importing = true;
      const pushes = times(4, async () => {
        const controller = await createLiveController(lectern, organization, { translations: ['moving'] });
        for (let round = 0; importing || round < 5; round++) {
          const passage = { book_id: 1, chapter: 1 };
          const { status, body } = await controller.send('POST', '/passages', { passage, replace: true });
          assert.deepEqual([status, body.affected], [200, 40], JSON.stringify(body));
          assert.equal(new Set(body.data.map(({ text }: { text: string }) => text)).size, 1);
        }
      });
      const client = api(lectern, organization);
      const reads = times(2, async () => {
        for (let round = 0; importing || round < 5; round++) {
          const { status, body } = await client.get('/v1/translations/moving');
          assert.deepEqual([status, body.installed, body.book_ids], [200, true, [1]]);
        }
      });
      const imports = (async () => {
        for (let mark = 1; mark <= 12; mark++) await saveEdition(editions, version(mark));
      })().finally(() => {
        importing = false;
      });
      const outcomes = await Promise.allSettled([imports, ...pushes, ...reads]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    });

    it('[LiveQueuePage], [D5] when reads run during writes, then each is whole and of one sequence, never older than the one before', async () => {
      const controller = await open(organization);
      await push(controller);
      let writing = true;
      /** Verses that readers saw at each sequence; all must have seen the same. */
      const seen = new Map<number, { etag: string; ids: string }>();
      const etags = new Set<string>();

      const read = async () => {
        const reader = colleague(controller);
        let last = 0;
        const note = ({ body, etag, status }: ApiResponse, items?: { id: string; position: number }[]) => {
          assert.equal(status, 200);
          assert.ok(body.sequence >= last, `${body.sequence} after ${last}`);
          last = body.sequence;
          const known = seen.get(body.sequence) ?? { etag: etag!, ids: '' };
          assert.equal(etag, known.etag);
          if (items) {
            assert.deepEqual(
              items.map(({ position }) => position),
              times(items.length, (index) => index),
            );
            const ids = items.map(({ id }) => id).join();
            assert.ok(known.ids === '' || known.ids === ids);
            known.ids = ids;
          }
          seen.set(body.sequence, known);
          etags.add(etag!);
        };
        while (writing) {
          const page = await reader.get('/queue-items?limit=100');
          note(page, page.body.data);
          const display = await reader.get('/display');
          note(display);
          const { type, verses, showing } = display.body;
          assert.deepEqual([type, showing], verses.length > 0 ? ['scripture', true] : ['empty', false]);
          note(await reader.get('/playback'));
          note(await reader.get());
        }
      };
      const write = async (operator: LiveController) => {
        for (let round = 0; round < 8; round++) {
          await persist(operator, () => push(operator));
          await persist(operator, async () => {
            const item_ids = await reversed(operator);
            return operator.send('PUT', '/queue-items/order', { item_ids });
          });
          const [first] = await operator.items();
          const removed = first ? await operator.send('DELETE', `/queue-items/${first.id}`) : null;
          assert.ok(!removed || [204, 404, 412].includes(removed.status));
          if (round % 4 === 3) await persist(operator, () => operator.send('DELETE', '/stack'));
        }
      };
      const readers = times(3, () => read());
      await Promise.all([write(colleague(controller)), write(colleague(controller))]).finally(() => {
        writing = false;
      });
      await Promise.all(readers);
      assert.ok(seen.size >= 5, `${seen.size} sequences seen`);
      assert.equal(etags.size, seen.size, 'one ETag a sequence');
    });
  });
}

describe('two nodes on one PostgreSQL database', () => {
  const cluster = useNodes(2);
  let one: TestLectern;
  let other: TestLectern;
  let owner: TestOwner;

  before(async () => {
    [one, other] = cluster.nodes as [TestLectern, TestLectern];
    [owner] = await createOwners(one, smallEdition('one', { 1: { 1: CHAPTER } }));
  });

  const push = (controller: LiveController) =>
    controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1 } });

  it('[D5], [D46] when a Live is read at both, then it, its ETag, its cursors and its items are the same, at once', async () => {
    const here = await createLiveController(one, owner, { translations: ['one'] });
    const there = here.on(other);
    for (let round = 0; round < 10; round++) {
      const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here];
      assert.equal((await push(writer)).status, 200);
      assert.deepEqual(await reader.everything(), await writer.everything());
      assert.equal(reader.etag, writer.etag);
    }
    const { body } = await here.get('/queue-items?limit=4');
    const pages = [here, there].map((controller) => controller.get(`/queue-items?limit=4&after=${body.next_cursor}`));
    const [mine, theirs] = await Promise.all(pages);
    assert.deepEqual([theirs!.status, theirs!.body], [200, mine!.body]);
    await push(there);
    await here.refused(409, 'stale_queue_cursor', () => here.get(`/queue-items?after=${body.next_cursor}`));
  });

  it('[D6] when parallel writes with one ETag go to both, then exactly one is done, round after round', async () => {
    const controller = await createLiveController(one, owner, { translations: ['one'] });
    for (let round = 1; round <= 10; round++) {
      const { etag } = controller;
      const responses = await Promise.all(
        times(8, (index) => push(controlLive(index % 2 ? one : other, owner, controller.id, etag))),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      assert.equal(responses.filter(({ status }) => status === 412).length, 7);
      const live = await controller.get();
      assert.equal(live.body.sequence, 1 + round);
      assert.equal((await controller.items()).length, round * 3);
    }
  });

  it('[D11] when Lives are created in parallel at both, then they reach the quota exactly', async () => {
    const crowd = await createTestOrganization(one);
    const create = (index: number) => api(index % 2 ? one : other, crowd).post(crowd.livesPath, {});
    const responses = await Promise.all(times(60, create));
    assert.equal(responses.filter(({ status }) => status === 201).length, 50);
    assert.equal(responses.filter(({ body }) => body.code === 'quota_exceeded').length, 10);
  });
});
