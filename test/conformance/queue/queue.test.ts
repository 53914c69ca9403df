import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { api } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { PAGE_ENGINES, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

/** Chapter n has n verses. */
const chapter = (verses: number) =>
  Object.fromEntries(Array.from({ length: verses }, (_, index) => [index + 1, `Verse ${index + 1} of ${verses}`]));
const EDITION = smallEdition('one', { 1: Object.fromEntries([1, 3, 7, 97, 100].map((size) => [size, chapter(size)])) });

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

for (const engine of PAGE_ENGINES) {
  describe(`queue on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      [organization, account] = await createOwners(lectern, EDITION);
    });

    /** A Live with as many queued verses as the chapters named have together. */
    const filled = async (owner: TestOwner, ...chapters: number[]): Promise<LiveController> => {
      const controller = await createLiveController(lectern, owner, { translations: ['one'] });
      for (const number of chapters) await controller.push({ book_id: 1, chapter: number });
      return controller;
    };
    const page = async (controller: LiveController, query: string) => {
      const response = await controller.get(`/queue-items${query}`);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const order = (controller: LiveController, item_ids: unknown, headers = {}) =>
      controller.send('PUT', '/queue-items/order', { item_ids }, headers);
    const remove = (controller: LiveController, id: string, headers = {}) =>
      controller.send('DELETE', `/queue-items/${id}`, undefined, headers);
    const display = async (controller: LiveController) => {
      const { status, paused, showing, type, verses } = (await controller.get('/display')).body;
      return { status, paused, showing, type, length: verses.length };
    };

    describe('reading', () => {
      it('[D16], [LiveQueuePage] when pages have any limit, then they give the whole queue, with positions in the whole', async () => {
        const controller = await filled(organization, 7);
        const all = await controller.items();
        assert.equal(all.length, 7);
        const { sequence } = (await controller.get()).body;
        for (const limit of [1, 2, 3, 6, 7, 8, 100]) {
          const found: unknown[] = [];
          for (let after = ''; ; ) {
            const { data, next_cursor, ...rest } = await page(controller, `?limit=${limit}${after}`);
            assert.deepEqual(rest, { live_id: controller.id, organization_id: organization.id, sequence });
            found.push(...data);
            assert.equal(data.length, next_cursor === null ? 7 - (Math.ceil(7 / limit) - 1) * limit : limit);
            if (next_cursor === null) break;
            after = `&after=${encodeURIComponent(next_cursor)}`;
          }
          assert.deepEqual(found, all);
        }
        assert.deepEqual(
          all.map(({ position, verse }) => [position, verse.verse]),
          [0, 1, 2, 3, 4, 5, 6].map((position) => [position, position + 1]),
        );
      });

      it('[D16] when no limit is given, then it is 50; when the queue is empty, then it is one empty page', async () => {
        const controller = await filled(account, 97);
        const first = await page(controller, '');
        assert.equal(first.data.length, 50);
        const second = await page(controller, `?after=${first.next_cursor}`);
        assert.deepEqual([second.data.length, second.data[0].position, second.next_cursor], [47, 50, null]);
        const empty = await page(await filled(account), '?limit=1');
        assert.deepEqual([empty.data, empty.next_cursor, empty.account_id], [[], null, account.id]);
      });

      it('[D1], [D16] when limits are 1 to 100, then they are valid; malformed and repeated ones are 422, unknown parameters ignored', async () => {
        const controller = await filled(account, 3);
        for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1', '0x10', ' 1', '99999999999999999999', 'null']) {
          await controller.refused(422, 'invalid_fields', () =>
            controller.get(`/queue-items?limit=${encodeURIComponent(limit)}`),
          );
        }
        await controller.refused(422, 'invalid_fields', () => controller.get('/queue-items?limit=2&limit=2'));
        const { next_cursor } = await page(controller, '?limit=1&colour=red&colour=blue');
        await controller.refused(422, 'invalid_fields', () =>
          controller.get(`/queue-items?after=${next_cursor}&after=${next_cursor}`),
        );
        assert.equal((await page(controller, `?limit=100&after=${next_cursor}`)).data.length, 2);
      });

      it('[LiveQueuePage] when the limit changes between pages, or a cursor is used again, then it works', async () => {
        const controller = await filled(account, 7);
        const { next_cursor } = await page(controller, '?limit=2');
        for (const limit of [1, 3, 5]) {
          const { data } = await page(controller, `?limit=${limit}&after=${next_cursor}`);
          assert.deepEqual(
            data.map((item: { position: number }) => item.position),
            [2, 3, 4, 5, 6].slice(0, limit),
          );
        }
      });

      it('[LiveQueuePage] when a cursor is malformed, changed or foreign, then the response is 422', async () => {
        const controller = await filled(organization, 7);
        const { next_cursor: cursor } = await page(controller, '?limit=2');
        const foreign = await page(await filled(organization, 7), '?limit=2');
        const lives = await api(lectern, organization).get(`${organization.livesPath}?limit=1`);
        assert.ok(lives.body.next_cursor);
        const middle = Math.floor(cursor.length / 2);
        const other = cursor[middle] === 'A' ? 'B' : 'A';
        const wrong = [
          '',
          'x',
          '0',
          '2',
          'null',
          '\0',
          'ä',
          'a'.repeat(600),
          Buffer.from('[1,2]').toString('base64url'),
          cursor.slice(0, middle) + other + cursor.slice(middle + 1),
          cursor.slice(1),
          cursor.slice(0, -1),
          `${cursor}A`,
          `${cursor}=`,
          cursor.toLowerCase(),
          foreign.next_cursor,
          lives.body.next_cursor,
        ];
        for (const after of wrong) {
          const response = await controller.get(`/queue-items?after=${encodeURIComponent(after)}`);
          assert.equal(response.status, 422, after);
        }
        assert.equal((await page(controller, `?after=${cursor}`)).data.length, 5);
      });

      const CHANGES: [string, (controller: LiveController) => Promise<{ status: number }>][] = [
        ['a push', (controller) => controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1 } })],
        ['a clear', (controller) => controller.send('DELETE', '/stack')],
        ['a removal', async (controller) => remove(controller, (await controller.items())[6]!.id)],
        ['a reorder', async (controller) => order(controller, ids(await controller.items()).toReversed())],
        ['a playback change', (controller) => controller.send('PATCH', '/playback', { paused: true })],
        ['a playback change to what is so', (controller) => controller.send('PATCH', '/playback', { paused: false })],
        ['a settings change', (controller) => controller.send('PATCH', '/settings', { translations: [] })],
        ['another name', (controller) => controller.send('PATCH', '', { name: 'Other' })],
      ];
      for (const [title, change] of CHANGES) {
        it(`[LiveQueuePage] when a cursor is used after ${title}, then the response is 409 stale_queue_cursor`, async () => {
          const controller = await filled(account, 7);
          const { next_cursor } = await page(controller, '?limit=2');
          const { status } = await change(controller);
          assert.ok(status === 200 || status === 204);
          await controller.refused(409, 'stale_queue_cursor', () =>
            controller.get(`/queue-items?after=${next_cursor}`),
          );
        });
      }

      it('[LiveQueuePage], [D6] when nothing changes, other Lives change, or the server restarts, then a cursor stays good', async () => {
        const controller = await filled(account, 7);
        const { next_cursor } = await page(controller, '?limit=2');
        assert.equal((await controller.send('PATCH', '/playback', {})).status, 200);
        assert.equal((await order(controller, ids(await controller.items()))).status, 200);
        assert.equal((await order(controller, ['none'])).status, 422);
        await filled(account, 7);
        const before = await page(controller, `?limit=3&after=${next_cursor}`);
        await lectern.restart();
        assert.deepEqual(await page(controller.on(lectern), `?limit=3&after=${next_cursor}`), before);
      });

      it('[GET item] when an item is read, then it has its present position and credited verse; missing and foreign ids are 404', async () => {
        const controller = await filled(organization, 3);
        const items = await controller.items();
        for (const item of items) {
          const response = await controller.get(`/queue-items/${item.id}`);
          assert.deepEqual([response.status, response.body, response.etag], [200, item, controller.etag]);
          assert.equal(
            (await controller.get(`/queue-items/${item.id}`, { 'if-none-match': controller.etag })).status,
            304,
          );
        }
        const [foreign] = await (await filled(organization, 3)).items();
        const [personal] = await (await filled(account, 3)).items();
        for (const id of [foreign!.id, personal!.id, 'x', `${items[0]!.id}x`, 'ä', '\0', 'a'.repeat(99)]) {
          const sub = `/queue-items/${encodeURIComponent(id)}`;
          await controller.refused(404, 'not_found', () => controller.get(sub));
          await controller.refused(404, 'not_found', () => controller.send('DELETE', sub));
        }
      });
    });

    describe('removing', () => {
      it('[DELETE item] when an item is removed, then it is 204 with the new ETag; positions close the gap, other ids stay', async () => {
        const controller = await filled(account, 7);
        let left = await controller.items();
        for (const index of [3, 0, 4, 1]) {
          const { etag } = controller;
          const [gone] = left.splice(index, 1);
          const response = await remove(controller, gone!.id);
          assert.deepEqual([response.status, response.body], [204, null]);
          assert.ok(response.etag && response.etag !== etag);
          assert.equal((await controller.get()).etag, response.etag);
          left = left.map((item, position) => ({ ...item, position }));
          assert.deepEqual(await controller.items(), left);
          await controller.refused(404, 'not_found', () => remove(controller, gone!.id));
          await controller.refused(404, 'not_found', () => controller.get(`/queue-items/${gone!.id}`));
        }
      });

      it('[Resources] when a removed verse is pushed again, then it gets a new id', async () => {
        const controller = await filled(account, 1);
        const seen = new Set<string>();
        for (let round = 0; round < 3; round++) {
          const [item] = await controller.items();
          seen.add(item!.id);
          await remove(controller, item!.id);
          await controller.push({ book_id: 1, chapter: 1 });
        }
        await controller.send('DELETE', '/stack');
        await controller.push({ book_id: 1, chapter: 1 });
        assert.equal(seen.add((await controller.items())[0]!.id).size, 4);
      });

      it('[States] when an item is removed, then a paused Live resumes and a hidden one is shown; after the last one the display is clear', async () => {
        const controller = await filled(organization, 3);
        const [first, second, third] = ids(await controller.items());
        await controller.play({ paused: true });
        await remove(controller, first!);
        const shown = { status: 'running', paused: false, showing: true, type: 'scripture' };
        assert.deepEqual(await display(controller), { ...shown, length: 2 });
        await controller.play({ status: 'stopped' });
        await controller.play({ status: 'running' });
        await remove(controller, second!);
        assert.deepEqual(await display(controller), { ...shown, length: 1 });
        await controller.play({ paused: true });
        await remove(controller, third!);
        assert.deepEqual(await display(controller), { ...shown, showing: false, type: 'empty', length: 0 });
      });
    });

    describe('reordering', () => {
      it('[PUT order] when any permutation is sent, then items keep ids and verses, with new positions and next_cursor null', async () => {
        const controller = await filled(organization, 7);
        const items = await controller.items();
        for (const permutation of [
          [6, 5, 4, 3, 2, 1, 0],
          [1, 0, 2, 3, 4, 5, 6],
          [3, 1, 6, 0, 2, 5, 4],
          [6, 0, 1, 2, 3, 4, 5],
        ]) {
          const { sequence } = (await controller.get()).body;
          const expected = permutation.map((index, position) => ({ ...items[index]!, position }));
          const response = await order(controller, ids(expected));
          assert.deepEqual(response.body, {
            live_id: controller.id,
            organization_id: organization.id,
            sequence: sequence + 1,
            data: expected,
            next_cursor: null,
          });
          assert.deepEqual(await controller.items(), expected);
          assert.deepEqual(
            (await controller.get('/display')).body.verses,
            expected.map(({ verse }) => verse),
          );
          const { body } = await controller.get(`/queue-items/${items[0]!.id}`);
          assert.equal(body.position, permutation.indexOf(0));
        }
      });

      it('[PUT order] when ids are unknown, duplicate, extra or omitted, then the response is 422 invalid_queue_order', async () => {
        const controller = await filled(account, 3);
        const [a, b, c] = ids(await controller.items()) as [string, string, string];
        const [foreign] = ids(await (await filled(account, 3)).items());
        const wrong = [
          [],
          [a],
          [a, b],
          [a, b, b],
          [a, b, c, c],
          [a, b, c, 'x'],
          [a, b, 'x'],
          [a, b, foreign],
          [a, a, a],
          ['', b, c],
          [`${a} `, b, c],
        ];
        for (const item_ids of wrong)
          await controller.refused(422, 'invalid_queue_order', () => order(controller, item_ids));
        for (const item_ids of [undefined, null, a, { 0: a }, [a, b, 3], [a, b, null], [[a, b, c]]]) {
          await controller.refused(422, 'invalid_fields', () => order(controller, item_ids));
        }
      });

      it('[PUT order] when the queue is empty, then an empty list is valid, and changes nothing', async () => {
        const controller = await filled(account);
        const before = await controller.everything();
        const response = await order(controller, []);
        assert.deepEqual([response.status, response.body.data, response.body.next_cursor], [200, [], null]);
        assert.deepEqual(await controller.everything(), before);
        await controller.refused(422, 'invalid_queue_order', () => order(controller, ['x']));
      });

      it('[States], [D6] when the order is identical, then ETag, playback and visibility are kept', async () => {
        for (const steps of [[], [{ paused: true }], [{ status: 'stopped' }, { status: 'running' }]]) {
          const controller = await filled(organization, 3);
          for (const step of steps) await controller.play(step);
          const before = await controller.everything();
          const { etag } = controller;
          const response = await order(controller, ids(await controller.items()));
          assert.deepEqual([response.status, response.etag, response.body.data], [200, etag, before.queue]);
          assert.deepEqual(await controller.everything(), before);
        }
      });

      it('[States] when the order is another one, then a paused Live resumes and a hidden one is shown', async () => {
        for (const steps of [[{ paused: true }], [{ status: 'stopped' }, { status: 'running' }]]) {
          const controller = await filled(account, 3);
          for (const step of steps) await controller.play(step);
          await order(controller, ids(await controller.items()).toReversed());
          const shown = { status: 'running', paused: false, showing: true, type: 'scripture', length: 3 };
          assert.deepEqual(await display(controller), shown);
        }
      });

      it('[Limits], [D18] when there are 100 items, then they can be reordered; more cannot, until removal has made them 100', async () => {
        const controller = await filled(account, 100, 3);
        let all = ids(await controller.items());
        assert.equal(all.length, 103);
        for (const wrong of [all, all.toReversed(), all.slice(0, 100)]) {
          await controller.refused(422, 'invalid_queue_order', () => order(controller, wrong));
        }
        for (const id of [all[102]!, all[0]!, all[50]!]) {
          await controller.refused(422, 'invalid_queue_order', () => order(controller, all));
          assert.equal((await remove(controller, id)).status, 204);
          all = all.filter((other) => other !== id);
        }
        const response = await order(controller, all.toReversed());
        assert.equal(response.status, 200);
        assert.deepEqual(ids(response.body.data), all.toReversed());
        assert.equal(response.body.next_cursor, null);
      });

      it('[Resources] when the queue is reordered, the name or settings change, or the server restarts, then ids are stable', async () => {
        const controller = await filled(organization, 7);
        const before = await controller.items();
        const wanted = [before[4]!, ...before.filter((_, index) => index !== 4)].map((item, position) => ({
          ...item,
          position,
        }));
        await order(controller, ids(wanted));
        await controller.send('PATCH', '', { name: 'Other' });
        await controller.send('PATCH', '/settings', { translations: [] });
        assert.deepEqual(await controller.items(), wanted);
        const { etag } = controller;
        await lectern.restart();
        const again = controller.on(lectern);
        assert.deepEqual(await again.items(), wanted);
        assert.equal(again.etag, etag);
        assert.equal((await order(again, ids(before))).status, 200);
        assert.deepEqual(await again.items(), before);
      });
    });

    it('[States], [D15] when a Live is stopped, then every queue write is 409, even an identical reorder; reads work', async () => {
      const controller = await filled(account, 3);
      const items = await controller.items();
      await controller.play({ status: 'stopped' });
      for (const item_ids of [ids(items), ids(items).toReversed(), []]) {
        await controller.refused(409, 'live_stopped', () => order(controller, item_ids));
      }
      await controller.refused(409, 'live_stopped', () => remove(controller, items[0]!.id));
      await controller.refused(409, 'live_stopped', () =>
        controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1 } }),
      );
      assert.deepEqual(await controller.items(), items);
      const empty = await filled(account);
      await empty.play({ status: 'stopped' });
      await empty.refused(409, 'live_stopped', () => order(empty, []));
    });

    it('[Queue operations] when reorder or removal has no If-Match, then 428; stale, then 412; malformed, weak, wildcard, list, then 422', async () => {
      const controller = await filled(organization, 3);
      const stale = controller.etag;
      await controller.play({});
      await controller.push({ book_id: 1, chapter: 1 });
      const all = ids(await controller.items());
      const { etag } = controller;
      const headers: [string | null, number, string][] = [
        [null, 428, 'validator_required'],
        [stale, 412, 'stale_validator'],
        ['"other"', 412, 'stale_validator'],
        ['*', 422, 'invalid_validator'],
        [`W/${etag}`, 422, 'invalid_validator'],
        [`${etag}, ${stale}`, 422, 'invalid_validator'],
        [etag.slice(1), 422, 'invalid_validator'],
      ];
      for (const [header, status, code] of headers) {
        for (const item_ids of [all, all.toReversed()]) {
          await controller.refused(status, code, () => order(controller, item_ids, { 'if-match': header }));
        }
        await controller.refused(status, code, () => remove(controller, all[0]!, { 'if-match': header }));
      }
    });
  });
}
