import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { HISTORY_PAGE_MAX_BYTES } from '../../../src/contract/limits.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { createTestOrganization, PAGE_ENGINES, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { startTestNodes } from '../../support/server/nodes.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

const KEPT = 200;
const BOOK_VERSES = 1_500;
/** More than one response should hold. */
const BOOKS = 20;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const verses = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `${text} ${index + 1}`]));
const EDITION = smallEdition('one', { 1: { 1: verses(BOOK_VERSES, 'Long') }, 43: { 3: verses(36, 'John') } });

interface Shown {
  shown_at: string;
  verses: JsonDocument[];
}

const push = async (controller: LiveController, passage: string, more: object = {}) => {
  const { status, body } = await controller.send('POST', '/passages', { passage, translations: ['one'], ...more });
  assert.equal(status, 200, JSON.stringify(body));
};
const page = async (controller: LiveController, query = ''): Promise<{ data: Shown[]; next_cursor: string | null }> => {
  const { status, body } = await controller.get(`/history${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const whole = async (controller: LiveController, limit = 100): Promise<Shown[]> => {
  const shown: Shown[] = [];
  for (let after = ''; ; ) {
    const { data, next_cursor } = await page(controller, `?limit=${limit}${after}`);
    assert.ok(data.length <= limit);
    shown.push(...data);
    if (next_cursor === null) return shown;
    assert.ok(data.length > 0, 'a page that is not the last is never empty');
    after = `&after=${encodeURIComponent(next_cursor)}`;
  }
};
/** The numbers of the verses of each entry, newest first. */
const numbers = (shown: readonly Shown[]) => shown.map((entry) => entry.verses.map(({ verse }) => verse));

for (const engine of PAGE_ENGINES) {
  describe(`[D50] history on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let owners: [TestOwner, TestOwner];

    before(async () => {
      owners = await createOwners(lectern, EDITION);
    });

    const open = (owner = owners[0]) => createLiveController(lectern, owner);

    it('when history is read, then it comes newest first, with the time it was shown and the credited verses', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        assert.deepEqual(await page(controller), { data: [], next_cursor: null });
        const began = new Date().toISOString();
        await push(controller, 'John 3:1-3');
        await push(controller, 'John 3:16');
        const ended = new Date().toISOString();
        const { data, next_cursor } = await page(controller);
        assert.equal(next_cursor, null);
        const queued = (await controller.items()).map(({ verse }) => verse);
        assert.deepEqual(
          data.map((entry) => entry.verses),
          [queued.slice(3), queued.slice(0, 3)],
        );
        const times = data.map(({ shown_at }) => shown_at);
        for (const time of times) assert.match(time, TIME, '[D7]');
        assert.deepEqual([began, ...times.toReversed(), ended].toSorted(), [began, ...times.toReversed(), ended]);
      }
    });

    it('[D57] when the audience sees another passage, then that is in the history, and nothing else is', async () => {
      const controller = await open();
      const expected: number[][] = [];
      const sees = async (...shown: number[][]) => {
        expected.unshift(...shown);
        assert.deepEqual(numbers(await whole(controller)), expected);
      };
      const items = () => controller.items();
      await push(controller, 'John 3:1-4');
      await sees([1, 2, 3, 4]);
      // Within the passage, other settings, another order, and what only hides.
      await controller.send('PATCH', '/focus', { item_id: (await items())[2]!.id });
      await controller.send('PATCH', '', { name: 'Other' });
      await controller.send('PATCH', '/settings', { translations: ['one'] });
      await controller.send('PATCH', '/viewer-settings', { scale: 2 });
      await controller.send('PATCH', `/queue-items/${(await items())[0]!.id}`, { position: 3 });
      await controller.send('DELETE', `/queue-items/${(await items())[0]!.id}`);
      await controller.play({ paused: true });
      await sees();
      // While hidden, the audience does not see which item has the focus.
      await controller.send('PATCH', '/focus', { item_id: (await items())[2]!.id });
      await sees();
      await controller.play({ paused: false });
      await sees();
      await push(controller, 'John 3:10');
      await sees([10]);
      await controller.send('PATCH', '/focus', { item_id: (await items())[0]!.id });
      await sees([3, 4, 1]);
      await controller.play({ status: 'stopped' });
      await controller.play({ status: 'running' });
      await sees();
      await push(controller, 'John 3:20', { replace: true });
      await sees([20]);
      await controller.send('DELETE', '/stack');
      await sees();
      await controller.send('POST', '/undo', {});
      await sees([20]);
    });

    it('when history is read, then reading changes nothing', async () => {
      const controller = await open();
      await push(controller, 'John 3:1');
      const before = await controller.everything();
      const { headers, etag } = await controller.get('/history');
      assert.deepEqual([headers.get('cache-control'), etag], ['private, no-store', null]);
      assert.deepEqual(await controller.everything(), before);
    });

    it('when pages of any limit are read, then they give the whole, and go on while more is shown', async () => {
      const controller = await open();
      for (let verse = 1; verse <= 12; verse++) await push(controller, `John 3:${verse}`);
      const all = await whole(controller);
      assert.deepEqual(
        numbers(all),
        Array.from({ length: 12 }, (_, index) => [12 - index]),
      );
      for (const limit of [1, 2, 5, 11, 12, 13]) assert.deepEqual(await whole(controller, limit), all);
      const first = await page(controller, '?limit=4');
      await push(controller, 'John 3:30');
      await controller.send('DELETE', '/stack');
      const second = await page(controller, `?limit=100&after=${first.next_cursor}`);
      assert.deepEqual([...first.data, ...second.data], all);
      assert.deepEqual(second, await page(controller, `?limit=100&after=${first.next_cursor}`), 'and once more');
    });

    it('[D1] when a limit is not 1 to 100, or a cursor is malformed, repeated, forged or foreign, then it is 422', async () => {
      const [controller, other] = [await open(), await open()];
      for (const each of [controller, other]) for (const verse of [1, 2, 3]) await push(each, `John 3:${verse}`);
      for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
        await controller.refused(422, 'invalid_fields', () => controller.get(`/history?limit=${limit}`));
      }
      const { next_cursor } = await page(controller, '?limit=1');
      const cursor = next_cursor!;
      await controller.refused(422, 'invalid_fields', () => controller.get(`/history?after=${cursor}&after=${cursor}`));
      const queue = (await controller.get('/queue-items?limit=1')).body.next_cursor;
      const event = (await controller.get('/events')).body.cursor;
      const lives = (await api(lectern, owners[0]).get(`${owners[0].livesPath}?limit=1`)).body.next_cursor;
      const foreign = (await page(other, '?limit=1')).next_cursor!;
      const middle = Math.floor(cursor.length / 2);
      const changed = cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
      const wrong = ['', '2', 'x', 'null', changed, cursor.slice(1), `${cursor}A`, 'a'.repeat(600), '\0'];
      for (const after of [...wrong, foreign, queue, event, lives]) {
        await controller.refused(422, 'invalid_cursor', () =>
          controller.get(`/history?after=${encodeURIComponent(after)}`),
        );
      }
    });

    it(`when more is shown than is kept, then the last ${KEPT} stay, whatever else was done in between`, async () => {
      const controller = await open();
      for (let round = 1; round <= KEPT + 15; round++) {
        await push(controller, `John 3:${1 + (round % 36)}`, { replace: true });
        await controller.send('DELETE', '/stack');
      }
      const shown = await whole(controller);
      assert.equal(shown.length, KEPT);
      assert.deepEqual(
        numbers(shown),
        Array.from({ length: KEPT }, (_, index) => [1 + ((KEPT + 15 - index) % 36)]),
      );
      assert.deepEqual(await whole(controller, 7), shown);
    });

    it('when a whole book was shown, then it is returned as a whole, and pages stay within 1 MiB as they are sent', async () => {
      const controller = await open();
      for (let round = 0; round < BOOKS; round++) {
        const passage = { book_id: 1, chapter: 1 };
        const { status } = await controller.send('POST', '/passages', {
          passage,
          translations: ['one'],
          replace: true,
        });
        assert.equal(status, 200);
      }
      const first = await page(controller, '?limit=100');
      assert.ok(
        first.data.length >= 1 && first.data.length < BOOKS,
        `${first.data.length} entries of a book in one page`,
      );
      for (const entries of [first, await page(controller, `?limit=100&after=${first.next_cursor}`)]) {
        const bytes = Buffer.byteLength(JSON.stringify(entries));
        assert.ok(bytes <= HISTORY_PAGE_MAX_BYTES, `${bytes} bytes`);
      }
      const shown = await whole(controller);
      assert.deepEqual(
        shown.map((entry) => entry.verses.length),
        Array(BOOKS).fill(BOOK_VERSES),
      );
      const short = await page(controller, '?view=short&limit=100');
      assert.deepEqual(
        [short.data, short.next_cursor],
        [shown.map(({ verses: _, ...entry }) => entry), null],
        '[D10] verses that are not returned do not count',
      );
    });

    it('[D30] when an edition is imported again, then text and rights stay as they were shown, and a restart keeps all', async () => {
      const { editions, administration } = lectern.installation;
      const old = smallEdition('again', { 43: { 3: verses(2, 'Old') } });
      await saveEdition(editions, old);
      await administration.enableEdition('again', { organization: owners[0].id });
      const controller = await open();
      await controller.send('POST', '/stack', { reference: { book_id: 43, translation: 'again' } });
      await controller.send('DELETE', '/stack');
      const before = await whole(controller);
      const rights = { ...old.rights, attribution: 'Another publisher' };
      await saveEdition(editions, smallEdition('again', { 43: { 3: verses(2, 'New') } }, { rights }));
      await controller.send('POST', '/stack', { reference: { book_id: 43, translation: 'again' } });
      const [latest, ...rest] = await whole(controller);
      assert.deepEqual(rest, before);
      const [oldVerse, newVerse] = [before[0]!.verses[0], latest!.verses[0]];
      assert.deepEqual(
        [oldVerse.text, oldVerse.attribution, newVerse.text, newVerse.attribution],
        ['Old 1', old.rights.attribution, 'New 1', 'Another publisher'],
      );
      await administration.disableEdition('again', { organization: owners[0].id });
      await lectern.restart();
      assert.deepEqual(await whole(controller.on(lectern)), [latest, ...before]);
    });

    it('[Errors] when the Live belongs to another owner or was deleted, then its history is 404', async () => {
      const controller = await open();
      await push(controller, 'John 3:1');
      for (const other of [owners[1], await createTestOrganization(lectern)]) {
        const { status } = await controlLive(lectern, other, controller.id, controller.etag).get('/history');
        assert.equal(status, 404);
      }
      assert.equal((await controller.send('DELETE', '')).status, 204);
      assert.equal((await controller.get('/history')).status, 404);
    });
  });
}

describe('[D50] history on three nodes', () => {
  it('when anything is shown on any node, then every node returns it, and continues where another has stopped', async () => {
    await using cluster = await startTestNodes(3);
    const [owner] = await createOwners(cluster.nodes[0]!, EDITION);
    const controller = await createLiveController(cluster.nodes[0]!, owner);
    const at = (index: number) => controlLive(cluster.nodes[index % 3]!, owner, controller.id, controller.etag);
    for (let verse = 1; verse <= 12; verse++) {
      const here = at(verse);
      await push(here, `John 3:${verse}`);
      controller.etag = here.etag;
      assert.deepEqual(numbers((await page(at(verse + 1), '?limit=1')).data), [[verse]]);
    }
    const entries: Shown[] = [];
    for (let index = 0, after = ''; index < 6; index++) {
      const { data, next_cursor } = await page(at(index), `?limit=2${after}`);
      entries.push(...data);
      after = `&after=${next_cursor}`;
      assert.equal(next_cursor === null, index === 5);
    }
    assert.deepEqual(entries, await whole(at(0)));
  });
});
